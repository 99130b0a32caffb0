import { account } from '../../../domain/access/account/decider.ts'
import { romeDay } from '../../../domain/kernel/rome.ts'
import { load } from '../../../application/handle.ts'
import { keyedNames } from '../../access/names.ts'
import { systemClock } from '../../clock.ts'
import { beside } from '../commands/beside.ts'
import type { Config } from '../config.ts'
import type { Foundations } from '../foundations.ts'
import { Refused } from '../refused.ts'
import { secretFor } from '../secrets.ts'
import { staysHere } from '../transports.ts'
import type { Act } from './acts.ts'
import { staff } from './cast.ts'
import { accountsHere } from './people.ts'
import { planOf } from './plan.ts'
import { play } from './play.ts'
import { playerOn } from './player.ts'
import { openStage, outcome, type Stage } from './stage.ts'

export interface Seeding {
  readonly config: Config
  readonly tell: (line: string) => void
  /** Ends it between two deeds. */
  readonly signal?: AbortSignal
}

/**
 * Fills an empty Garbo with half a year of invented venues and guests, by the use cases people have, at moments of the
 * past. Where all of it is there already it changes nothing; where anybody else is, it throws.
 */
export const seedDemo = async (seeding: Seeding): Promise<'seeded' | 'there already'> => {
  const { config } = seeding
  if (!staysHere(config))
    throw new Refused('The demonstration is invented: not in production, nor where letters or messages really leave.')
  return beside(config, async (foundations) => {
    if (await isWhole(foundations, config.DATABASE_URL === undefined ? config.GARBO_HOME : 'the database'))
      return 'there already'
    await lifeOf(seeding, foundations)
    return 'seeded'
  })
}

/** Throws where there is anything else than nothing or all of it. */
const isWhole = async ({ history, store, rootSecret }: Foundations, place: string): Promise<boolean> => {
  const here = await accountsHere({ history, names: keyedNames(secretFor(rootSecret, 'names')) })
  const last = staff.at(-1)
  const lastId = here.get(last?.key ?? '')
  if (last !== undefined && lastId !== undefined) {
    const { state } = await outcome(load({ history })(account, lastId))
    if (state.kind !== null && state.roles.includes(last.role)) return true
  }
  if (here.size > 0)
    throw new Refused(`The demonstration was interrupted: empty where it lies (${place}) and begin anew.`)
  if (await hasAccounts(store))
    throw new Refused('There are accounts here already: the demonstration needs a data folder of its own.')
  return false
}

const page = 1_000
const registered: ReadonlySet<string> = new Set(['BusinessRegistered', 'ClientRegistered'])

const hasAccounts = async (store: Foundations['store']): Promise<boolean> => {
  for (let events = await outcome(store.readAll(null, page)); events.length > 0;) {
    if (events.some(({ type }) => registered.has(type))) return true
    events = await outcome(store.readAll(events.at(-1)?.position ?? null, page))
  }
  return false
}

const lifeOf = async ({ config, tell, signal }: Seeding, foundations: Foundations): Promise<void> => {
  const now = systemClock(config.GARBO_CLOCK_OFFSET_DAYS)()
  const plan = planOf(now)
  const stage = await openStage(config, foundations, plan[0]?.at ?? now)
  try {
    const player = playerOn(stage)
    for (const [n, { at, deed }] of plan.entries()) {
      if (signal?.aborted) throw new Refused('Interrupted: the demonstration is not whole.')
      stage.setClock(at)
      await dawn(stage, plan, n, tell)
      await play(player, deed)
    }
    stage.setClock(now)
    await stage.night()
    await stage.atRest()
  } finally {
    await stage.close()
  }
}

/** Before the first deed of a day what the night has brought is done; every month is told. */
const dawn = async (stage: Stage, plan: readonly Act[], n: number, tell: Seeding['tell']) => {
  const days = [plan[n - 1], plan[n]].map((one) => (one === undefined ? '' : romeDay(one.at)))
  const [before = '', today = ''] = days
  if (before === today) return
  if (before.slice(0, 7) !== today.slice(0, 7)) {
    const deeds = plan.filter(({ at }) => romeDay(at).startsWith(today.slice(0, 7))).length
    tell(`${today.slice(0, 7)}: ${deeds} deeds`)
  }
  await stage.settled()
  await stage.night()
}
