import { criterionOf, meets, type CriterionOf, type GoalId } from './goals.ts'
import { ratios, spreadOf, type Spread } from './statistics.ts'

/** What one criterion came to. */
export interface Finding {
  readonly goal: GoalId
  readonly criterion: string
  readonly measured: Spread
  /** The two sides in plain figures: `31,800/s against 2,910/s`. */
  readonly figures: string
}

export interface Judgement {
  /** Null where no such bound is set. */
  readonly pass: boolean | null
  readonly lead: boolean | null
}

export const judge = ({ goal, criterion, measured }: Finding): Judgement => {
  const bounds = criterionOf(goal, criterion)
  const reaches = (bound: number | null) => (bound === null ? null : meets(bounds, measured.value, bound))
  return { pass: reaches(bounds.pass), lead: reaches(bounds.lead) }
}

export const found = <G extends GoalId>(
  goal: G,
  criterion: CriterionOf<G>,
  measured: Spread,
  figures: string,
): Finding => ({ goal, criterion, measured, figures })

/** A ratio, run by run, of what the two sides measured in the same unit. */
export const compared = <G extends GoalId>(
  goal: G,
  criterion: CriterionOf<G>,
  ours: readonly number[],
  base: readonly number[],
  unit: string,
): Finding => {
  const figures = `${figure(spreadOf(ours).value)}${unit} against ${figure(spreadOf(base).value)}${unit}`
  return found(goal, criterion, ratios(ours, base), figures)
}

/** Something measured against a fixed bound. */
export const absolute = <G extends GoalId>(
  goal: G,
  criterion: CriterionOf<G>,
  values: readonly number[],
  figures: string,
): Finding => found(goal, criterion, spreadOf(values), figures)

export const figure = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : 2 })
