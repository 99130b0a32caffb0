import { criterionOf, type CriterionOf, type GoalId, meetsBound } from './goals.ts'
import { ratios, type Spread, spreadOf } from './statistics.ts'

/** Measured value of one criterion. */
export interface Result {
  readonly goal: GoalId
  readonly criterion: string
  readonly measured: Spread
  /** Absolute figures of both sides, for example `31,800/s against 2,910/s`. */
  readonly figures: string
}

export interface Verdict {
  /** Null if the criterion has no such bound. */
  readonly pass: boolean | null
  readonly lead: boolean | null
}

export const evaluate = ({ goal, criterion, measured }: Result): Verdict => {
  const bounds = criterionOf(goal, criterion)
  const reaches = (bound: number | null) => (bound === null ? null : meetsBound(bounds, measured.value, bound))
  return { pass: reaches(bounds.pass), lead: reaches(bounds.lead) }
}

const result = <G extends GoalId>(goal: G, criterion: CriterionOf<G>, measured: Spread, figures: string): Result => ({
  goal,
  criterion,
  measured,
  figures,
})

/** Ratio of two sides measured in the same unit, run by run. */
export const ratioResult = <G extends GoalId>(
  goal: G,
  criterion: CriterionOf<G>,
  ours: readonly number[],
  base: readonly number[],
  unit: string,
): Result => {
  const figures = `${formatFigure(spreadOf(ours).value)}${unit} against ${formatFigure(spreadOf(base).value)}${unit}`
  return result(goal, criterion, ratios(ours, base), figures)
}

/** A value compared with a fixed bound. */
export const absoluteResult = <G extends GoalId>(
  goal: G,
  criterion: CriterionOf<G>,
  values: readonly number[],
  figures: string,
): Result => result(goal, criterion, spreadOf(values), figures)

export const formatFigure = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : 2 })
