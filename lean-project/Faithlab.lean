import Faithlab.Header
import Faithlab.Patterns
