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
  appeal: 'none' | 'open' | 'decided'
}
interface AccountRecord {
  readonly records: Map<string, SanctionRecord>
  /** Violations that have not been overturned. */
  readonly strikes: Set<string>
}

/** Independent model of appeals, sanctions and excluded periods. */
export const appealOracleOf = (log: readonly EventEnvelope<DomainEvent>[]) => {
  const appeals = new Map<string, AppealRecord>()
  const accounts = new Map<string, AccountRecord>()
  const periods = new Map<string, EventData<'PeriodExcluded'>>()
  const faults: string[] = []
  const addFault = (what: string) => faults.push(what)
  const accountOf = (accountId: string): AccountRecord => {
    const account = accounts.get(accountId) ?? { records: new Map(), strikes: new Set() }
    accounts.set(accountId, account)
    return account
  }

  const close = ({ decisionId }: { readonly decisionId: string }) => {
    const appeal = appeals.get(decisionId)
    if (appeal === undefined || appeal.over) addFault(`an appeal was closed twice: ${decisionId}`)
    else appeal.over = true
  }
  const impose = (data: EventData<'PermanentSuspensionImposed'>) => {
    const { records, strikes } = accountOf(data.accountId)
    const replaced = data.replaces === null ? undefined : records.get(data.replaces)
    if (replaced) replaced.state = 'over'
    if ([...records.values()].some(({ state }) => state === 'active'))
      addFault(`two records of ${data.accountId} at once`)
    if (data.strikes !== strikes.size) addFault(`${data.sanctionId} counts ${data.strikes} of ${strikes.size} strikes`)
    records.set(data.sanctionId, { data, state: 'active', appeal: 'none' })
  }
  const end = ({ accountId, sanctionId }: { readonly accountId: string; readonly sanctionId: string }) => {
    const record = accountOf(accountId).records.get(sanctionId)
    if (record) record.state = 'over'
    return record
  }
  const lift = (data: EventData<'SanctionLifted'>) => {
    const record = end(data)
    if (record?.appeal === 'open') record.appeal = 'decided'
    accountOf(data.accountId).strikes.delete(record?.data.violationId ?? '')
  }
  const decideAppeal = ({ accountId, sanctionId, by }: EventData<'AppealRejected'>) => {
    const record = accountOf(accountId).records.get(sanctionId)
    if (record?.appeal !== 'open') addFault(`an appeal against ${sanctionId} was decided that nobody had made`)
    if ([record?.data.by, record?.data.evidence.decidedBy, accountId].includes(by))
      addFault(`${by} decided on themselves`)
    if (record) record.appeal = 'decided'
  }

  const handlers: { readonly [T in DomainEvent['type']]?: (data: EventData<T>) => void } = {
    AppealLodged: ({ decisionId, appellantId, level }) => {
      const appeal = appeals.get(decisionId) ?? { decisionId, appellants: new Set<string>(), over: false }
      if (appeal.appellants.has(appellantId)) addFault(`${appellantId} appealed twice against ${decisionId}`)
      if (level > 2) addFault(`an appeal against ${decisionId} at level ${level}`)
      appeals.set(decisionId, { ...appeal, appellants: appeal.appellants.add(appellantId) })
    },
    AppealDecided: (data) => {
      if ([...data.appellants, data.authorId].includes(data.by)) addFault(`${data.by} decided their own appeal`)
      close(data)
    },
    AppealVoided: close,
    ViolationRecorded: ({ accountId, violationId, strike }) => {
      const { strikes } = accountOf(accountId)
      if (strike > 0) strikes.add(violationId)
      if (strike > 0 && strike !== strikes.size) addFault(`strike ${strike} of ${accountId} is the ${strikes.size}th`)
    },
    ViolationOverturned: ({ accountId, violationId }) => accountOf(accountId).strikes.delete(violationId),
    WarningIssued: impose,
    SuspensionImposed: impose,
    PermanentSuspensionImposed: impose,
    SanctionExpired: end,
    SanctionLifted: lift,
    AppealSubmitted: ({ accountId, sanctionId }) => {
      const record = accountOf(accountId).records.get(sanctionId)
      if (record?.appeal !== 'none') addFault(`${sanctionId} was appealed twice`)
      else record.appeal = 'open'
    },
    AppealApproved: (data) => {
      decideAppeal(data)
      lift(data)
    },
    AppealRejected: decideAppeal,
    PeriodExcluded: (data) => {
      const others = [...periods.values()].filter(({ businessId }) => businessId === data.businessId)
      if (data.by === data.businessId) addFault(`${data.by} left days out of their own score`)
      if (others.some(({ from, to }) => from <= data.to && data.from <= to))
        addFault(`days of ${data.businessId} out twice`)
      periods.set(data.exclusionId, data)
    },
    ExclusionLifted: ({ exclusionId }) => {
      if (!periods.delete(exclusionId)) addFault(`a period was put back twice: ${exclusionId}`)
    },
  }
  const decidersOf = checkDeciders(addFault)
  for (const recorded of log) {
    decidersOf(recorded)
    handlers[recorded.event.type]?.(recorded.event.data as never)
  }
  return { appeals, accounts, periods, faults }
}
export type AppealOracle = ReturnType<typeof appealOracleOf>

/** Checks that no moderator decides an appeal against their own decision. */
const checkDeciders = (addFault: (what: string) => void) => {
  const deciders = new Map<string, string>()
  return ({ id, event }: EventEnvelope<DomainEvent>) => {
    const by = 'by' in event.data ? event.data.by : null
    if (event.type === 'AppealDecided' && deciders.get(event.data.decisionId) === by)
      addFault(`${event.data.by} decided the appeal against their own decision`)
    if (typeof by === 'string') deciders.set(id, by)
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
  const scores = new Map<string, { starSum: number; counted: number }>()
  for (const review of latest.values()) {
    if (out(review)) continue
    const { starSum, counted } = scores.get(review.targetId) ?? { starSum: 0, counted: 0 }
    scores.set(review.targetId, { starSum: starSum + review.stars, counted: counted + 1 })
  }
  return scores
}
