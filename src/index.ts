/** The public names of faithlab, in the order in which data flow. */
export * from "./core/types";
export * from "./core/errors";
export { seeded, type Random } from "./core/random";

// Published figures
export * from "./data/published";

// Data sets
export { dataset, type DatasetHere } from "./data/fetched";

// Perturbing
export { perturbByRule, RULES, type Rule, type RuleEdit, type RulePerturbation } from "./perturb/rules";

// Method B: theorems with proofs, paraphrased and edited
export { CONFIGS, EDIT_CONFIGS, SPLITS, STYLE_CONFIGS, type Config, type LocalEdit, type Split, type Style } from "./data/configs";
export { fromMath500, loadBenchmark, loadProblems, outputsOf, saveBenchmark, saveProblems, unwrapped, withOutputs, wrapped, type Problem, type Problems } from "./data/problems";
export { perturbNumber } from "./perturb/local/numberEdit";
export { keyedRandom, pickIndex, REGIONS, type EditPlace, type Region } from "./perturb/local/seeds";
export { swapSymbol, SYMBOL_SWAPS } from "./perturb/local/symbols";
export { asker, type Ask } from "./perturb/ask";
export { markByRule } from "./perturb/local/markByRule";
export { markByModel, splitByModel } from "./perturb/local/markByModel";
export { contextOf, marksIn, type Mark as EditMark, type Substitution } from "./perturb/local/marks";
export { repairOffset, type Repair, type ReportedPlace } from "./perturb/local/offsets";
export { substitute, type EditOutcome, type MarkCounts } from "./perturb/local/substitute";
export { splitSteps, type ProofStep } from "./perturb/local/steps";
export { deleteStep, gradeStep, type Grade, type Tier } from "./perturb/local/deletion";
export { editAllByRule, editByRule, LOCAL_EDITS, type LocalEdits } from "./perturb/local/editByRule";
export { verifyEdit, verifyEdits, type Verification, type VerificationReport } from "./perturb/local/verify";
export { checkParaphrases, paraphraseByModel, paraphraseByRule, PARAPHRASES, type Paraphrase, type ParaphraseReport } from "./perturb/global/paraphrase";
export { checkParaphrase, tokenDifferences, tokensOf, type ParaphraseCheck, type TokenDifference } from "./perturb/global/tokens";

// Lean text
export { parseTheorem, partTexts, type ParsedTheorem, type Theorem } from "./lean/theorem";
export { parseBinders, type Binder } from "./lean/binders";
export { extractTheorem, type Extraction, type Preset } from "./lean/extract";
export { FLAGS, type Flag } from "./lean/flags";
export { negate, negation, type Negation } from "./lean/negation";
export { auditProof, type Audit, type Violation } from "./lean/audit";
export { asStatement, sameStatement } from "./lean/statement";
export { regionsOf, type Regions } from "./lean/regions";
export { comparePresets, type PresetComparison } from "./lean/presets";

// The embedded engine
export { Z3Prover, type Z3ProverOptions, type Z3Verdict } from "./z3/prover";
export { Z3Pool, type Z3PoolOptions } from "./z3/pool";
export { readStatement, type Statement } from "./z3/read/statement";
export { leaves, showTerm, type Leaf } from "./z3/read/show";

// Lean itself
export type { CheckOptions, LeanEngine, LeanResult, LeanStatus, LeanVersions } from "./repl/engine";
export { LeanRepl, type LeanReplOptions } from "./repl/repl";
export { LeanPool, type LeanPoolOptions } from "./repl/pool";
export { KiminaServer, type KiminaOptions } from "./repl/kimina";
export { checkProof, LEVELS, type AssuranceLevel, type ProofCheck, type ProofOptions } from "./repl/checkProof";
export { checkStatement, type CheckVerdict, type StatementCheck, type StatementOptions } from "./repl/checkStatement";
export { externalCheck, type ExternalCheck, type ExternalOptions } from "./repl/external";
export { TacticProver, type TacticProverOptions, type TacticVerdict } from "./repl/tacticProver";
export { findLean, openLean, type FoundLean, type OpenLeanOptions } from "./repl/find";
export { recording, replaying, type Recorder } from "./repl/recorded";
export { sandboxed, type SandboxOptions } from "./repl/sandbox";
export { LEAN_HEADER, LEAN_OPENS } from "./repl/headers";
export { poolSize } from "./repl/size";
export { errorsOf, usesSorry, type ReplMessage, type ReplReply, type ReplRequest, type ReplSorry } from "./repl/protocol";

// Models
export { ModelClient, type ClientState, type ModelClientOptions } from "./llm/client";
export { ModelError } from "./llm/errors";

// Method A
export { control, CONTROL_NAMES, type ControlName } from "./stages/controls";
export { embeddedProver } from "./stages/embedded";
export { leanProver, type LeanProver } from "./stages/leanProver";
export { loadSteps, SAMPLE, type LoadedSteps } from "./stages/load";
export { runMethodA, type Case, type MethodAOptions, type RunResult } from "./stages/methodA";
export type { Step, Formaliser, FormaliserInput, FormaliserReply, StatementProver, Verdict } from "./stages/types";
export { verdictOf } from "./stages/verdict";
export { diagnose, MECHANISMS, MECHANISM_TEXT, type Diagnosis, type Mechanism } from "./stages/diagnosis";
export type { DatasetSummary, Summary } from "./stages/summary";

// Systems and models
export { SYSTEMS, systemOf, systemsFor, systemFaults, decodingOf, type OwnSystem } from "./systems/registry";
export type { Decoding, DecodingName, System, Task, Thinking } from "./systems/types";
export { fillPrompt, parsePrompt, promptSet, PROMPT_SLOTS, type Prompt, type PromptName, type PromptSet } from "./systems/prompts";
export { templated, type ChatTemplate } from "./systems/chatTemplates";
export { requestOf, type Policy } from "./systems/request";
export { BatchConnections, LiveConnections, roleOf, type Connections, type Role, type RoleConfig } from "./systems/role";
export { Pending, type Answerer } from "./llm/answerer";
export { BatchBook, exportBatch, importBatch, type Imported } from "./llm/batch";
export { perturbationOf, modelPerturber } from "./stages/models/perturber";
export { rulePerturber, type Perturbation, type Perturber } from "./perturb/perturber";
export { modelFormaliser } from "./stages/models/formaliser";
export { modelProver, type BothProved } from "./stages/models/prover";
export { embeddedChecker } from "./stages/models/checker";
export { leanChecker } from "./stages/models/leanChecker";
export { perturbationJudge, type Judgement, type PerturbationJudge } from "./stages/models/judge";
export { graphMaker, type GraphMaker } from "./stages/models/graph";
export { graphAuditor, type GraphAuditor } from "./stages/models/audit";
export { makeGraphs, type AuditRate, type GraphsResult } from "./stages/models/graphs";
export { proofSystem } from "./stages/models/proofs";
export { DryConnections, estimateRun, type StageEstimate } from "./stages/models/estimate";
export { withoutIneffective, type ValiditySummary } from "./stages/validity";
export { auditFigure, validityFigure } from "./papers/auditFigures";

// Statistics
export { wilson } from "./stats/wilson";
export { cohenKappa, kappaBootstrap, type Kappa, type KappaBootstrap, type KappaOptions, type KappaWeights } from "./stats/kappa";
export { fleissKappa, type FleissKappa } from "./stats/fleiss";
export { flipRate, styleRange, styleRangeBootstrap } from "./stats/styles";
export { bootstrap, bootstrapMean, type BootstrapInterval, type BootstrapOptions } from "./stats/bootstrap";
export { faithfulnessRates, faithfulnessRatesOfPairs, type FaithfulnessRates } from "./stats/rates";
export { contingency, outcomeCounts, pairClass, PAIR_CLASSES, type ContingencyCounts, type PairClass } from "./stats/contingency";
export { differenceOfProportions, pairedDifference, differenceFromMargins, type Difference } from "./stats/differences";
export type { PairedCounts, Estimate } from "./stats/squareAndAdd";
export { frechetBounds, contingencyBounds } from "./stats/frechet";
export { mcnemarExact, cochranQ, holm, type CochranQ, type McNemar } from "./stats/paired";
export { correctByVerdict, correctedRate, type CorrectedRate } from "./stats/corrected";
export { disagreement, disagreementOver, type Disagreement, type DisagreementSummary } from "./stats/disagreement";
export { recoverCounts, recoverTables, recoverEdits, type RecoveredEdits, type RecoveredTables } from "./stats/recover";

// Method B's records, judges and runs
export { PAPER_STYLES, STYLE_NAMES, EDIT_NAMES, EDIT_LABELS, readStudy, writeStudy, type Condition, type EditLabel, type EditName, type OutputRecord, type Score, type Study, type StudyAbout, type StyleName } from "./robustness/records";
export { fullyCorrect, MEASURES, namesOf, rateOf, selected, outputsOf as outputsIn, type Measure } from "./robustness/measures";
export { byLength, gridOf, samplingReport, stylesOf, styleReport, type StyleReport } from "./robustness/styles";
export { answerChecks, editReport, type EditReport } from "./robustness/edits";
export { agreementOf, correctedFaithful, correctedScore, type AgreementReport } from "./robustness/agreement";
export { styleTests, systemTests, type PairTest } from "./robustness/tests";
export { simulateStudy, SIMULATED_SYSTEMS, type SimulatedJudge, type SimulatedSystem, type SimulationOptions } from "./robustness/simulate";
export { trueDisagreement, trueEdits, trueKappa, trueRate, trueSelectedTc } from "./robustness/truth";
export { modelJudge, ruleBasedJudge, editedRegion, type Judge } from "./judges/judge";
export { ruleJudge } from "./judges/rule";
export { numbersKept } from "./judges/numbersKept";
export { numericValue, sameValue } from "./judges/values";
export { evidenceFound, showsUnproved } from "./judges/evidence";
export { readObject, readScore } from "./judges/replies";
export { deletionVerdict, valueFits, valueVerdict } from "./judges/verdicts";
export { deletionPrompt, proofPrompt, statementPrompt, valueEditPrompt } from "./judges/prompts";
export type { Deletion, EditVerdict, ValueEdit } from "./judges/edits";
export { loadInstances } from "./stages/robustness/load";
export { instancesOf } from "./stages/robustness/instances";
export { proofControl, PROOF_CONTROL_NAMES } from "./stages/robustness/controls";
export { leanCodeChecker, scanChecker } from "./stages/robustness/checkers";
export { runRobustness, type RobustnessOptions } from "./stages/robustness/run";
export type { CodeChecker, Instance, ProofInput, ProofSystem } from "./stages/robustness/types";

// ProofFlow
export { flowGraph, graphInReply, isProved, kindOf, levelsOf, type FlowGraph, type FlowNode, type NodeKind } from "./proofflow/graph";
export { drawGraph, formaliseNode, proveNode, type Drawn } from "./proofflow/attempts";
export { assembled } from "./proofflow/assemble";
export { composed, type Composition } from "./proofflow/compose";
export { embeddedFlowChecker, leanFlowChecker } from "./proofflow/checkers";
export { formaliserModel, graphModel, proverModel, scorerModel, type FlowModelOptions } from "./proofflow/models";
export { recordedFlow } from "./proofflow/recorded";
export { ruleFormaliser, ruleGraph, ruleProver, ruleScorer } from "./proofflow/rules";
export { runProofFlow, type FlowOptions, type FlowParts, type FlowRun } from "./proofflow/run";
export { countedScore, errorOf, nodeScore, patience, proofScore, weightsOf, type FlowError, type Grade as PartGrade, type Weighting } from "./proofflow/score";
export { proofFlowSystem } from "./proofflow/system";
export { DEFECTS, type Attempt, type Defect, type FlowChecker, type FlowInput, type FlowResult, type NodeResult } from "./proofflow/types";
export type { FlowSummary } from "./proofflow/summary";

// Figures
export type { Spec } from "./charts/spec";
export { contingencyBars, mechanismBars, outcomeBars, uflbBars, type ContingencyRow, type MechanismRow, type OutcomeRow, type UflbRow } from "./charts/stacks";
export { flowGraphFigure, flowOutcome, FLOW_OUTCOME, type FlowOutcome } from "./charts/flowGraph";
export { editBars, levelDots, styleChange, type EditBarRow, type LevelRow, type StyleChangeRow } from "./charts/robustness";
export { differenceDots, intervalDots, type DotRow } from "./charts/dots";
export { flowDiagram, hundredSquares, type Arrow, type Box } from "./charts/diagrams";
export { FAILURE, OUTCOME, PAIR, framed, type FigureText, type Part } from "./charts/theme";
export { renderPng, renderSvg, saveFigure, type SavedFigure } from "./charts/render";
export { claim, count, percent, points, range } from "./charts/words";

// The papers
export * from "./papers/faithformbench";
export * from "./papers/figures";
export * from "./papers/pictures";
export { auditFaithformBench } from "./papers/faithformbenchClaims";
export { robustnessTable, TABLE_NUMBERS, type RobustnessTable } from "./papers/robustnessTables";
export { robustnessFigure2, robustnessFigure3, robustnessFigure4 } from "./papers/robustnessFigures";
export { compareWithPublished, type ComparedValue } from "./papers/robustnessComparison";
export { auditRobustness } from "./papers/robustnessClaims";
export { EQUATIONS, type AuditedClaim, type ClaimVerdict } from "./papers/claims";

// Cases: looking, choosing, labelling, comparing
export { readRun, type Run, type RunSettings } from "./cases/runFolder";
export { caseRows, countCases, filterOfSegment, pairOf, sampleCases, selectCases, type CaseCount, type CaseField, type CaseFilter, type CaseRow, type Segment } from "./cases/select";
export { editMarks, valueFate, valueMarks, type Mark, type ValueFate } from "./cases/marks";
export { caseCard, caseCards, type CardOptions, type CardsOptions } from "./cases/card";
export { painter, type Painter } from "./cases/foreign";
export { outputCard, outputCards } from "./cases/outputCard";
export { countOutputs, filterOfOutputSegment, outputRows, readRobustnessRun, recordedOutputs, selectOutputs, type OutputCase, type OutputField, type OutputFilter, type OutputRow, type OutputSegment, type RecordedOutput, type RobustnessFolder, type RobustnessSettings } from "./cases/robustnessCases";
export { compareRuns, comparisonDots, flipTable, nameRuns, PAIR_EVENTS, type Flip, type FlipTable, type PairEvent, type NamedRun, type RunDifference } from "./cases/compare";
export { compareOutputs, nameOutputRuns, OUTPUT_EVENTS, outputFlips, sidesOf, type ComparedRun, type OutputDifference, type OutputEvent, type OutputFlip, type OutputFlips, type OutputSide } from "./cases/compareOutputs";
export { outputAgreement, outputSample, outputSheet, OUTPUT_LABELS, type OutputAgreement, type OutputLabel } from "./cases/annotateOutputs";
export { annotationAgreement, annotationSample, annotationSheet, readAnnotations, LABELS, type Annotation, type AnnotationAgreement, type Annotations, type Label } from "./cases/annotate";

// For elsewhere: tables, figures, a paragraph, a page
export { latexText, tableCsv, tableLatex, tableMarkdown, type ExportOptions, type LatexOptions } from "./export/tables";
export { renderPdf } from "./export/pdf";
export { methodsParagraph } from "./export/methods";
export { reportPage, type ReportOptions } from "./report/page";

// In a notebook
export { liveProgress, say, show, table } from "./notebook/display";
export { frame } from "./notebook/frame";
export { htmlTable } from "./notebook/table";
export { versions } from "./notebook/versions";
