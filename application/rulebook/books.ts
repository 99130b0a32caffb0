import { avaRuleSets } from '../../domain/ava/wallet/rule-sets.ts'
import { rulebook, type RulebookState } from '../../domain/rulebook/rulebook/decider.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { load, type Deps } from '../handle.ts'
import type { HistoryFailure } from '../history.ts'
import { refuse, type Answer, type Context } from '../use-case.ts'

export const avaBook = 'ava'

/** The sets of rules of each book, by version; the first is in force before anybody chose. */
const sets: Readonly<Record<string, readonly number[]>> = { [avaBook]: avaRuleSets.map(({ version }) => version) }

export interface RuleBook extends RulebookState {
  readonly name: string
}

/** Which AVA rules are in force, and since when: anybody may know. */
export const avaRulesInForce = (deps: Pick<Deps, 'history'>): TE.TaskEither<HistoryFailure, RulebookState['changes']> =>
  TE.map(({ state }: { readonly state: RulebookState }) => state.changes)(load(deps)(rulebook, avaBook))

export const setsOf = (book: string): Answer<readonly number[]> => {
  const known = sets[book]
  return known === undefined ? TE.left(refuse({ type: 'RuleBookUnknown' })) : TE.right(known)
}

export const bookNamed = ({ look }: Pick<Context, 'look'>, name: string): Answer<RuleBook> =>
  TE.map(({ state }: { readonly state: RulebookState }) => ({ name, ...state }))(look(rulebook, name))

export const bookNames = Object.keys(sets)
