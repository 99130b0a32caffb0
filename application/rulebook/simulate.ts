import { earnedByStays, type Stay, type StayEarning } from '../../domain/ava/wallet/stays.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Metadata } from '../../domain/kernel/recorded.ts'
import { isBefore, plusDays } from '../../domain/kernel/time.ts'
import { rulebook, type Figures } from '../../domain/rulebook/rulebook/decider.ts'
import { handle, load } from '../handle.ts'
import type { LookupFailure, Lookups } from '../ports/lookups.ts'
import type { Answer, Toolbox } from '../use-case.ts'
import { avaBook } from './books.ts'
import type { OfDraft } from './rule-books.ts'

type Tools = Pick<Toolbox, 'history' | 'newId' | 'clock'> & { readonly lookups: SimulationLookups }
export type SimulationLookups = Pick<Lookups, 'staysOfClients' | 'avaCredited'>

/** So many clients are gone through at a time. */
const clientsAtOnce = 500

/** Does the simulation a draft waits for, if it still does; run twice it is recorded once. */
export const simulateRuleSet = (tools: Tools, { book, draftId }: OfDraft): Answer<void> => {
  const at = tools.clock()
  const actor = { id: 'rulebook-simulation', role: 'policy' } as const
  const meta: Metadata = { correlationId: tools.newId(), causationId: null, actor, occurredAt: at }
  return pipe(
    load(tools)(rulebook, book),
    TE.map(({ state }) => state.drafts.find((draft) => draft.draftId === draftId)),
    TE.flatMap((draft): Answer<void> => {
      if (book !== avaBook || draft?.status !== 'simulating') return TE.right(undefined)
      return pipe(
        figuresOf(tools.lookups, draft.version, at),
        TE.flatMap((figures) =>
          handle(tools)(rulebook, book, { type: 'RecordSimulation', book, draftId, figures, at }, meta),
        ),
        TE.map(() => undefined),
      )
    }),
  )
}

interface Sum {
  readonly accounts: number
  readonly lastMonth: number
  readonly most: number
  readonly parts: ReadonlyMap<string, number>
}
const nothing: Sum = { accounts: 0, lastMonth: 0, most: 0, parts: new Map() }

/** What a set of AVA rules would have earned by `at`, had it been in force from the first day on. */
const figuresOf = (lookups: SimulationLookups, version: number, at: Instant): Answer<Figures> => {
  const monthAgo = plusDays(at, -30)
  const from = (after: string, sum: Sum): TE.TaskEither<LookupFailure, Sum> =>
    pipe(
      lookups.staysOfClients(after, clientsAtOnce),
      TE.flatMap(({ clients, next }) => {
        const summed = clients.reduce((so, stays) => withClient(so, stays, version, monthAgo), sum)
        return next === null ? TE.right(summed) : from(next, summed)
      }),
    )
  return pipe(
    from('', nothing),
    TE.bindTo('sum'),
    TE.bind('credited', () => lookups.avaCredited()),
    TE.map(({ sum: { accounts, lastMonth, most, parts }, credited }) => {
      const listed = [...parts].map(([reason, amount]) => ({ reason, amount }))
      const total = listed.reduce((all, { amount }) => all + amount, 0)
      return { accounts, total, lastMonth, most, credited, parts: listed }
    }),
  )
}

const always = '0000-01-01T00:00:00.000Z' as Instant

const withClient = (sum: Sum, stays: readonly Stay[], version: number, monthAgo: Instant): Sum => {
  const earned = earnedByStays(stays, [{ version, from: always }])
  if (earned.length === 0) return sum
  const total = amountOf(earned)
  const parts = new Map(sum.parts)
  for (const { reason, amount } of earned) parts.set(reason, (parts.get(reason) ?? 0) + amount)
  const before = stays.filter(({ since }) => isBefore(since, monthAgo))
  const lately = total - amountOf(earnedByStays(before, [{ version, from: always }]))
  return {
    accounts: sum.accounts + 1,
    lastMonth: sum.lastMonth + lately,
    most: Math.max(sum.most, total),
    parts,
  }
}

const amountOf = (earned: readonly StayEarning[]) => earned.reduce((sum, { amount }) => sum + amount, 0)
