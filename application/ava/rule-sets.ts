import { type RuleSetCommand, ruleSets, type RuleSetState, type SimulationResult } from '../../domain/ava/rule-sets.ts'
import { avaRuleSets } from '../../domain/ava/rules.ts'
import { calculateStayEarnings, type CountedStay, type StayEarning } from '../../domain/ava/stay-ava.ts'
import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { isBefore, plusDays } from '../../domain/kernel/time.ts'
import { type CommandDeps, decideAndAppend, load } from '../command-handler.ts'
import type { HistoryFailure } from '../history.ts'
import { type JobQueue, runOrThrow } from '../jobs.ts'
import type { LookupFailure } from '../ports/lookups.ts'
import { type UseCaseContext, rejectedWith, type Result, type Services, type UseCase } from '../use-case.ts'
import type { AvaLookups } from './lookups.ts'

const avaBook = 'ava'

/** Versions of the rule sets of each rule book; the first is active until another is activated. @rule Q-68 */
const ruleSetVersions: ReadonlyMap<string, readonly number[]> = new Map([
  [avaBook, avaRuleSets.map(({ version }) => version)],
])

export interface RuleBook extends RuleSetState {
  readonly name: string
}

/** Activations of AVA rule sets, in chronological order; public. @rule Q-68 */
export const loadAvaRuleSetActivations = (
  deps: Pick<CommandDeps, 'history'>,
): TE.TaskEither<HistoryFailure, RuleSetState['activations']> =>
  TE.map(({ state }: { readonly state: RuleSetState }) => state.activations)(load(deps)(ruleSets, avaBook))

const ruleSetVersionsOf = (book: string): Result<readonly number[]> => {
  const known = ruleSetVersions.get(book)
  return known === undefined ? TE.left(rejectedWith({ type: 'RuleBookUnknown' })) : TE.right(known)
}

const loadRuleBook = ({ load }: Pick<UseCaseContext, 'load'>, name: string): Result<RuleBook> =>
  TE.map(({ state }: { readonly state: RuleSetState }) => ({ name, ...state }))(load(ruleSets, name))

const ruleBookNames = [...ruleSetVersions.keys()]

/** All rule books with drafts and activations. */
export const ruleBooks: UseCase<Readonly<Record<string, never>>, readonly RuleBook[]> = (context) => () =>
  TE.sequenceSeqArray(ruleBookNames.map((name) => loadRuleBook(context, name)))

export interface DraftRef {
  readonly book: string
  readonly draftId: string
}

export interface DraftRuleSetInput extends DraftRef {
  readonly version: number
}

/** Creates a draft of a rule set, which earns nothing until its activation. @rule Q-68 */
export const draftRuleSet: UseCase<DraftRuleSetInput, RuleBook> = (context) => (input) =>
  pipe(
    ruleSetVersionsOf(input.book),
    TE.flatMap((sets) => executeOnBook(context, { type: 'DraftRuleSet', ...input, sets, ...byCaller(context) })),
  )

/** Requests a simulation of the draft on the whole history; a job runs it. */
export const requestSimulation: UseCase<DraftRef, RuleBook> = (context) => (input) =>
  executeOnKnownBook(context, { type: 'RequestSimulation', ...input, ...byCaller(context) })

/** Makes the rule set of a simulated draft active from now on; AVA earned before stay unchanged. */
export const activateRuleSet: UseCase<DraftRef, RuleBook> = (context) => (input) =>
  executeOnKnownBook(context, { type: 'ActivateRuleSet', ...input, ...byCaller(context) })

const byCaller = ({ person, at }: UseCaseContext) => ({ by: person.accountId, at })

const executeOnKnownBook = (context: UseCaseContext, command: RuleSetCommand): Result<RuleBook> =>
  pipe(
    ruleSetVersionsOf(command.book),
    TE.flatMap(() => executeOnBook(context, command)),
  )

const executeOnBook = ({ execute }: UseCaseContext, command: RuleSetCommand): Result<RuleBook> =>
  pipe(
    execute(ruleSets, command.book, command),
    TE.map(({ state }) => ({ name: command.book, ...state })),
  )

type SimulationServices = Pick<Services, 'history' | 'newId' | 'clock'> & {
  readonly lookups: { readonly ava: SimulationLookups }
}
export type SimulationLookups = Pick<AvaLookups, 'staysOfClients' | 'totalAvaCredited'>

/** Clients per page of the simulation. */
const clientsPerPage = 500

/** Jobs that simulate a draft rule set; retried until they complete. */
export const simulationQueue: JobQueue = {
  handler:
    ({ services }) =>
    ({ data: { book, draftId } }) =>
      runOrThrow(simulateRuleSet(services, { book: String(book), draftId: String(draftId) })),
}

/** Runs a requested simulation unless it was already recorded. @rule Q-68 */
export const simulateRuleSet = (services: SimulationServices, { book, draftId }: DraftRef): Result<void> => {
  const at = services.clock()
  const actor = { id: 'rulebook-simulation', role: 'policy' } as const
  const meta: EventMetadata = { correlationId: services.newId(), causationId: null, actor, occurredAt: at }
  const simulate = (version: number): Result<unknown> =>
    pipe(
      simulatedTotals(services.lookups.ava, version, at),
      TE.flatMap((figures) =>
        decideAndAppend(services)(ruleSets, book, { type: 'RecordSimulation', book, draftId, figures, at }, meta),
      ),
    )
  return pipe(
    load(services)(ruleSets, book),
    TE.map(({ state }) => state.drafts.find((draft) => draft.draftId === draftId)),
    TE.flatMap((draft) => {
      const isDue = book === avaBook && draft?.status === 'simulating'
      return isDue ? simulate(draft.version) : TE.right(undefined)
    }),
    TE.asUnit,
  )
}

interface SimulationTotals {
  readonly accounts: number
  readonly lastMonth: number
  readonly most: number
  readonly parts: ReadonlyMap<string, number>
}
const noEarnings: SimulationTotals = { accounts: 0, lastMonth: 0, most: 0, parts: new Map() }

/** AVA a rule set would have earned by `at` if it had been active from the first day. */
const simulatedTotals = (lookups: SimulationLookups, version: number, at: Instant): Result<SimulationResult> => {
  const monthAgo = plusDays(at, -30)
  const sumFrom = (after: string, sum: SimulationTotals): TE.TaskEither<LookupFailure, SimulationTotals> =>
    pipe(
      lookups.staysOfClients(after, clientsPerPage),
      TE.flatMap(({ clients, next }) => {
        const summed = clients.reduce((totals, stays) => addClient(totals, stays, version, monthAgo), sum)
        return next === null ? TE.right(summed) : sumFrom(next, summed)
      }),
    )
  return pipe(
    sumFrom('', noEarnings),
    TE.bindTo('totals'),
    TE.bind('credited', () => lookups.totalAvaCredited()),
    TE.map(({ totals: { accounts, lastMonth, most, parts }, credited }) => {
      const listed = [...parts].map(([reason, amount]) => ({ reason, amount }))
      const total = listed.reduce((sum, { amount }) => sum + amount, 0)
      return { accounts, total, lastMonth, most, credited, parts: listed }
    }),
  )
}

const beginningOfTime = '0000-01-01T00:00:00.000Z' as Instant

const addClient = (
  sum: SimulationTotals,
  stays: readonly CountedStay[],
  version: number,
  monthAgo: Instant,
): SimulationTotals => {
  const earned = calculateStayEarnings(stays, [{ version, from: beginningOfTime }])
  if (earned.length === 0) return sum
  const total = totalAmount(earned)
  const parts = new Map(sum.parts)
  for (const { reason, amount } of earned) parts.set(reason, (parts.get(reason) ?? 0) + amount)
  const before = stays.filter(({ since }) => isBefore(since, monthAgo))
  const lastMonth = total - totalAmount(calculateStayEarnings(before, [{ version, from: beginningOfTime }]))
  return {
    accounts: sum.accounts + 1,
    lastMonth: sum.lastMonth + lastMonth,
    most: Math.max(sum.most, total),
    parts,
  }
}

const totalAmount = (earned: readonly StayEarning[]) => earned.reduce((sum, { amount }) => sum + amount, 0)
