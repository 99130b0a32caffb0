import type { Logger } from 'pino'
import { deleteByProvider } from '../../application/access/data-deletion.ts'
import { asVisitor, type Doors } from '../../application/access/doors.ts'
import { load } from '../../application/handle.ts'
import { eraseAccount, type Everywhere } from '../../application/privacy/erase-account.ts'
import type { Job, JobHandler, Jobs } from '../../application/ports/jobs.ts'
import type { Messenger } from '../../application/ports/mail.ts'
import { erasure } from '../../domain/privacy/erasure/decider.ts'
import { farewellLetter } from './farewell-letter.ts'
import { done } from './letter-parts.ts'

const queue = 'erasures'
/** So many waiting accounts are looked at in one run; the next run takes the rest. */
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
  async ({ name, data: { accountId } }) => {
    const { doors } = erasers
    if (name === 'due') return jobs.add((await done(doors.lookups.privacy.erasuresDue(batch))).map(jobOf(doors)))
    const id = String(accountId)
    if (name === 'ask') await done(deleteByProvider(doors, id, asVisitor(doors, doors.newId())))
    else await erase(erasers, id)
  }

const jobOf =
  ({ newId }: Doors) =>
  ({ accountId, decided }: { readonly accountId: string; readonly decided: boolean }): Job => ({
    queue,
    name: decided ? 'erase' : 'ask',
    data: { accountId },
    key: `again-${newId()}`,
  })

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
