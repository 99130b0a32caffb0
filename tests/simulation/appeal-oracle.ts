import type { DomainEvent } from '../../application/event-registry.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { EventData, Oracle, ReviewRecord } from './oracle.ts'

interface AppealRecord {
  readonly decisionId: string
  readonly appellants: Set<string>
  over: boolean
}
interface SanctionRecord {
  readonly data: EventData<'PermanentSuspensionImposed'>
  state: 'active' | 'over'
  plea: 'none' | 'waiting' | 'heard'
}
interface AccountRecord {
  readonly records: Map<string, SanctionRecord>
  /** Violations that have not been overturned. */
  readonly strikes: Set<string>
}

/** Independent model of appeals, sanctions and excluded periods. */
export const appealOracleOf = (log: readonly EventEnvelope<DomainEvent>[]) => {
  const hearings = new Map<string, AppealRecord>()
  const accounts = new Map<string, AccountRecord>()
  const periods = new Map<string, EventData<'PeriodExcluded'>>()
  const wrongs: string[] = []
  const wrong = (what: string) => wrongs.push(what)
  const accountOf = (accountId: string): AccountRecord => {
    const account = accounts.get(accountId) ?? { records: new Map(), strikes: new Set() }
    accounts.set(accountId, account)
    return account
  }

  const close = ({ decisionId }: { readonly decisionId: string }) => {
    const hearing = hearings.get(decisionId)
    if (hearing === undefined || hearing.over) wrong(`an appeal was closed twice: ${decisionId}`)
    else hearing.over = true
  }
  const impose = (data: EventData<'PermanentSuspensionImposed'>) => {
    const { records, strikes } = accountOf(data.accountId)
    const replaced = data.replaces === null ? undefined : records.get(data.replaces)
    if (replaced) replaced.state = 'over'
    if ([...records.values()].some(({ state }) => state === 'active')) wrong(`two records of ${data.accountId} at once`)
    if (data.strikes !== strikes.size) wrong(`${data.sanctionId} counts ${data.strikes} of ${strikes.size} strikes`)
    records.set(data.sanctionId, { data, state: 'active', plea: 'none' })
  }
  const end = ({ accountId, sanctionId }: { readonly accountId: string; readonly sanctionId: string }) => {
    const record = accountOf(accountId).records.get(sanctionId)
    if (record) record.state = 'over'
    return record
  }
  const lift = (data: EventData<'SanctionLifted'>) => {
    const record = end(data)
    if (record?.plea === 'waiting') record.plea = 'heard'
    accountOf(data.accountId).strikes.delete(record?.data.violationId ?? '')
  }
  const hear = ({ accountId, sanctionId, by }: EventData<'AppealRejected'>) => {
    const record = accountOf(accountId).records.get(sanctionId)
    if (record?.plea !== 'waiting') wrong(`an appeal against ${sanctionId} was decided that nobody had made`)
    if ([record?.data.by, record?.data.evidence.decidedBy, accountId].includes(by)) wrong(`${by} decided on themselves`)
    if (record) record.plea = 'heard'
  }

  const notes: { readonly [T in DomainEvent['type']]?: (data: EventData<T>) => void } = {
    AppealLodged: ({ decisionId, appellantId, level }) => {
      const hearing = hearings.get(decisionId) ?? { decisionId, appellants: new Set<string>(), over: false }
      if (hearing.appellants.has(appellantId)) wrong(`${appellantId} appealed twice against ${decisionId}`)
      if (level > 2) wrong(`an appeal against ${decisionId} at level ${level}`)
      hearings.set(decisionId, { ...hearing, appellants: hearing.appellants.add(appellantId) })
    },
    AppealDecided: (data) => {
      if ([...data.appellants, data.authorId].includes(data.by)) wrong(`${data.by} heard their own appeal`)
      close(data)
    },
    AppealVoided: close,
    ViolationRecorded: ({ accountId, violationId, strike }) => {
      const { strikes } = accountOf(accountId)
      if (strike > 0) strikes.add(violationId)
      if (strike > 0 && strike !== strikes.size) wrong(`strike ${strike} of ${accountId} is the ${strikes.size}th`)
    },
    ViolationOverturned: ({ accountId, violationId }) => accountOf(accountId).strikes.delete(violationId),
    WarningIssued: impose,
    SuspensionImposed: impose,
    PermanentSuspensionImposed: impose,
    SanctionExpired: end,
    SanctionLifted: lift,
    AppealSubmitted: ({ accountId, sanctionId }) => {
      const record = accountOf(accountId).records.get(sanctionId)
      if (record?.plea !== 'none') wrong(`${sanctionId} was appealed twice`)
      else record.plea = 'waiting'
    },
    AppealApproved: (data) => {
      hear(data)
      lift(data)
    },
    AppealRejected: hear,
    PeriodExcluded: (data) => {
      const others = [...periods.values()].filter(({ businessId }) => businessId === data.businessId)
      if (data.by === data.businessId) wrong(`${data.by} left days out of their own score`)
      if (others.some(({ from, to }) => from <= data.to && data.from <= to))
        wrong(`days of ${data.businessId} out twice`)
      periods.set(data.exclusionId, data)
    },
    ExclusionLifted: ({ exclusionId }) => {
      if (!periods.delete(exclusionId)) wrong(`a period was put back twice: ${exclusionId}`)
    },
  }
  const decidersOf = checkDeciders(wrong)
  for (const recorded of log) {
    decidersOf(recorded)
    notes[recorded.event.type]?.(recorded.event.data as never)
  }
  return { hearings, accounts, periods, wrongs }
}
export type AppealOracle = ReturnType<typeof appealOracleOf>

/** Checks that no moderator decides an appeal against their own decision. */
const checkDeciders = (wrong: (what: string) => void) => {
  const judges = new Map<string, string>()
  return ({ id, event }: EventEnvelope<DomainEvent>) => {
    const by = 'by' in event.data ? event.data.by : null
    if (event.type === 'AppealDecided' && judges.get(event.data.decisionId) === by)
      wrong(`${event.data.by} heard the appeal against their own decision`)
    if (typeof by === 'string') judges.set(id, by)
  }
}

/** Stars of each venue without excluded days: the latest visible review of each author, unless it is from such a day. */
export const expectedScoresWithoutPeriods = ({ reviews }: Oracle, { periods }: AppealOracle) => {
  const latest = new Map<string, ReviewRecord>()
  for (const review of reviews.values())
    if (review.status === 'ACTIVE') latest.set(`${review.authorId}/${review.targetId}`, review)
  const out = ({ targetId, at }: ReviewRecord) =>
    [...periods.values()].some(
      ({ businessId, from, to }) => businessId === targetId && from <= romeDay(at) && romeDay(at) <= to,
    )
  const scores = new Map<string, { sum: number; raters: number }>()
  for (const review of latest.values()) {
    if (out(review)) continue
    const { sum, raters } = scores.get(review.targetId) ?? { sum: 0, raters: 0 }
    scores.set(review.targetId, { sum: sum + review.stars, raters: raters + 1 })
  }
  return scores
}
