import { randomUUID } from 'node:crypto'
import { capabilities } from '../../application/capabilities.ts'
import type { DomainEvent } from '../../application/catalogue.ts'
import { romeDay } from '../../domain/kernel/rome.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import type { Deed } from './deeds.ts'
import type { App, Ask } from './town.ts'

interface Stage {
  readonly app: App
  readonly ask: Ask
  readonly anybody: (n: number) => string
  readonly business: (n: number) => string
  readonly moderator: (n: number) => string
}
type Later = 'appeal' | 'hear' | 'plead' | 'absolve' | 'exclude' | 'include'

const appealable: ReadonlySet<DomainEvent['type']> = new Set([
  'ReviewHidden',
  'ReviewRemoved',
  'ReviewRestored',
  'FlagUpheld',
  'FlagDismissed',
  'DisputeUpheld',
  'DisputeRejected',
  'AppealDecided',
])
const words = 'Chiedo che la decisione sia guardata un’altra volta, da qualcun altro.'

/** What becomes of decisions afterwards: appeals of both kinds, and periods left out of a score and put back. */
export const secondThoughts = ({
  app,
  ask,
  anybody,
  business,
  moderator,
}: Stage): Readonly<Record<Later, (deed: Deed) => Promise<unknown>>> => ({
  appeal: async ({ who, whom }) => {
    const decisions = (await app.log()).filter(({ event }) => appealable.has(event.type))
    const one = lately(decisions, whom)
    if (one === null) return
    const concerned = concernedBy(one.event)
    const appellant = who % 10 === 0 ? anybody(who) : (concerned[who % concerned.length] ?? anybody(who))
    await ask('appeal', appellant, capabilities.lodgeAppeal, { decisionId: one.id, text: words })
  },
  /** Both moderators may go for it at once, one of whom decided before. */
  hear: async ({ who, whom, stars, open }) => {
    const decisionId = lately(await waitingAppeals(app), whom)
    if (decisionId === null) return
    const outcome = stars > 3 ? 'OVERTURNED' : stars > 2 ? 'PARTLY' : 'UPHELD'
    await Promise.all(
      bench({ who, open }, moderator).map(async (judge) => {
        if (who % 2 === 0) await ask('take appeal', judge, capabilities.takeAppeal, { decisionId })
        const ruling = { decisionId, outcome, measure: null, reason: words } as const
        await ask('decide appeal', judge, capabilities.decideAppeal, ruling)
      }),
    )
  },
  plead: async ({ who, whom }) => {
    const one = lately(await sanctions(app), whom)
    if (one === null) return
    const appellant = who % 10 === 0 ? anybody(who) : one.accountId
    const plea = { sanctionId: one.sanctionId, reason: words }
    await ask('plead', appellant, capabilities.appealSanction, plea)
  },
  absolve: async ({ who, whom, stars, open }) => {
    const sanctionId = lately(await waitingPleas(app), whom)
    if (sanctionId === null) return
    const decision = stars > 3 ? 'APPROVED' : 'REJECTED'
    await Promise.all(
      bench({ who, open }, moderator).map((judge) =>
        ask('absolve', judge, capabilities.decideSanctionAppeal, { sanctionId, decision, reason: words }),
      ),
    )
  },
  exclude: ({ who, whom, day }) => {
    const ends = -(who % 10)
    const [from, to] = [romeDay(plusDays(app.now(), ends - day)), romeDay(plusDays(app.now(), ends))]
    const period = { exclusionId: randomUUID(), businessId: business(whom % 12), from, to }
    const reasons = { reason: 'REVIEW_BOMBING', facts: words } as const
    return ask('exclude', moderator(who), capabilities.excludePeriod, { ...period, ...reasons })
  },
  include: async ({ who, whom }) => {
    const lifted = new Set((await app.events('ExclusionLifted')).map(({ exclusionId }) => exclusionId))
    const standing = (await app.events('PeriodExcluded')).filter(({ exclusionId }) => !lifted.has(exclusionId))
    const one = lately(standing, whom)
    if (one === null) return
    const { exclusionId, businessId } = one
    await ask('include', moderator(who), capabilities.liftExclusion, { exclusionId, businessId, facts: words })
  },
})

/** One of the last thirty. */
const lately = <A>(all: readonly A[], n: number): A | null =>
  all.at(-1 - (n % Math.min(Math.max(all.length, 1), 30))) ?? null

const bench = ({ who, open }: Pick<Deed, 'who' | 'open'>, moderator: Stage['moderator']) =>
  open ? [moderator(who)] : [moderator(0), moderator(1)]

/** Everybody a decision names. */
const concernedBy = ({ data }: DomainEvent): readonly string[] => {
  const named: Readonly<Record<string, unknown>> = { ...data }
  return ['authorId', 'reporterId', 'businessId', 'targetId'].flatMap((field) => {
    const id = named[field]
    return typeof id === 'string' ? [id] : []
  })
}

const waitingAppeals = async (app: App) => {
  const over = [...(await app.events('AppealDecided')), ...(await app.events('AppealVoided'))]
  const closed = new Set(over.map(({ decisionId }) => decisionId))
  const lodged = (await app.events('AppealLodged')).map(({ decisionId }) => decisionId)
  return [...new Set(lodged)].filter((decisionId) => !closed.has(decisionId))
}

const waitingPleas = async (app: App) => {
  const over = [
    ...(await app.events('AppealApproved')),
    ...(await app.events('AppealRejected')),
    ...(await app.events('SanctionLifted')),
  ]
  const closed = new Set(over.map(({ sanctionId }) => sanctionId))
  return (await app.events('AppealSubmitted')).flatMap(({ sanctionId }) => (closed.has(sanctionId) ? [] : [sanctionId]))
}

const sanctions = async (app: App) =>
  (
    await Promise.all(
      (['WarningIssued', 'SuspensionImposed', 'PermanentSuspensionImposed'] as const).map((type) => app.events(type)),
    )
  )
    .flat()
    .sort((a, b) => (a.at < b.at ? -1 : 1))
