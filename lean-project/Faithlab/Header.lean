import Mathlib
import Aesop

/-! The header under which FaithformBench elaborates every statement, whatever header a formaliser wrote:
these imports, no limit on heartbeats, and the namespaces opened in `Faithlab.Patterns`. -/
