import type { Logger } from 'pino'
import { deleteByProvider } from '../../application/access/data-deletion.ts'
import { asVisitor, type Doors } from '../../application/access/doors.ts'
import { load } from '../../application/handle.ts'
import { eraseAccount, type Everywhere } from '../../application/privacy/erase-account.ts'
import type { Job, JobHandler, Jobs } from '../../application/ports/jobs.ts'
import type { Messenger } from '../../application/ports/mail.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { erasure } from '../../domain/privacy/erasure/decider.ts'
import { farewellLetter } from './farewell-letter.ts'
import { done } from './letter-parts.ts'

const queue = 'erasures'
/** So many waiting accounts are looked at in one job; the next one takes the rest. */
const batch = 200

export interface Erasers extends Everywhere {
  readonly messenger: Messenger
  readonly logger: Pick<Logger, 'warn'>
}

/**
 * Erases whoever was deleted. Every few minutes, and when Garbo starts, it looks for erasures that were left lying, and for
 * deletions asked for by a provider that may have become possible.
 */
export const startErasures = async (jobs: Jobs, erasers: Erasers): Promise<void> => {
  await jobs.work(queue, erasureHandler(jobs, erasers))
  await jobs.every(queue, 'due', '*/10 * * * *')
  await jobs.add([{ queue, name: 'due', data: {}, key: `start-erasures-${erasers.doors.newId()}` }])
}

const erasureHandler =
  (jobs: Pick<Jobs, 'add'>, erasers: Erasers): JobHandler =>
  async ({ name, data: { accountId, askedAt, cursor } }) => {
    const { doors } = erasers
    const id = String(accountId)
    if (name === 'due') await lookForDue(jobs, doors, cursor === undefined ? undefined : String(cursor))
    else if (name === 'ask') {
      const asked = { accountId: id, askedAt: String(askedAt) as Instant }
      await done(deleteByProvider(doors, asked, asVisitor(doors, doors.newId())))
    } else await erase(erasers, id)
  }

const lookForDue = async (jobs: Pick<Jobs, 'add'>, doors: Doors, cursor: string | undefined): Promise<void> => {
  const { items, nextCursor } = await done(doors.lookups.privacy.erasuresDue({ limit: batch, cursor }))
  const job = (name: string, data: Job['data']): Job => ({ queue, name, data, key: `again-${doors.newId()}` })
  await jobs.add([
    ...items.map(({ accountId, askedAt, decided }) => job(decided ? 'erase' : 'ask', { accountId, askedAt })),
    ...(nextCursor === null ? [] : [job('due', { cursor: nextCursor })]),
  ])
}

const erase = async (erasers: Erasers, accountId: string): Promise<void> => {
  const { state } = await done(load(erasers.doors)(erasure, accountId))
  if (state.erased.length === 0) await sayGoodbye(erasers, accountId)
  await done(eraseAccount(erasers, accountId))
}

/** A letter that cannot be sent holds nothing up. */
const sayGoodbye = async ({ doors, messenger, logger }: Erasers, accountId: string): Promise<void> => {
  try {
    const letter = await farewellLetter(doors, accountId)
    if (letter !== null) await messenger.send({ ...letter, key: `farewell-${accountId}` })
  } catch {
    logger.warn({ letter: 'farewell' }, 'not sent')
  }
}
