import type { Doors } from '../../application/access/doors.ts'
import type { JobHandler } from '../../application/ports/jobs.ts'
import type { Messenger } from '../../application/ports/mail.ts'
import { streamOf } from '../../application/handle.ts'
import { account } from '../../domain/access/account/decider.ts'
import { fold } from '../../domain/kernel/decider.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { appealLetters } from './appeal-letters.ts'
import { clientPhotosLetters } from './client-photos-letter.ts'
import { conductLetters } from './conduct-letters.ts'
import { confirmationLetter } from './confirmation-letter.ts'
import { decisionLetters } from './decision-letters.ts'
import { emailChangeLetters } from './email-change-letters.ts'
import { done, type Writer } from './letter-parts.ts'
import { ratingRemovedLetters } from './rating-removed-letter.ts'
import { moderationLetters } from './moderation-letters.ts'
import { recoveryLetters } from './recovery-letters.ts'
import { reputationLetters } from './reputation-letters.ts'

/** Every letter there is, by the name of its job. */
const writers: ReadonlyMap<string, Writer> = new Map(
  Object.entries({
    'confirmation-mail': confirmationLetter,
    ...recoveryLetters,
    ...emailChangeLetters,
    ...reputationLetters,
    ...decisionLetters,
    ...moderationLetters,
    ...appealLetters,
    ...clientPhotosLetters,
    ...ratingRemovedLetters,
    ...conductLetters,
  }),
)

/** Writes and sends the letters jobs ask for: the job names the account, the letter is made here, of the log and the code. */
export const letterWriter =
  (doors: Doors, messenger: Messenger, origin: string): JobHandler =>
  async ({ name, data, key }) => {
    const write = writers.get(name)
    if (write === undefined) throw new Error(`No letter is called ${name}`)
    const stream = streamOf(account, await addresseeOf(doors, data))
    const recorded = await done(doors.history.read(account.events, stream))
    const past = recorded.map(({ event }) => event)
    const to = fold(account, past)
    if (to.kind === null || to.email === '') return
    const letter = await write({ doors, to, past, data, origin })
    if (letter !== null) await messenger.send({ ...letter, key })
  }

/** The account the job names, or the author of the review it names: no author's name lies in a job. */
const addresseeOf = async ({ history }: Doors, { accountId, authorOf }: Readonly<Record<string, unknown>>) => {
  if (typeof authorOf !== 'string') return String(accountId)
  const past = await done(history.read(review.events, streamOf(review, authorOf), 'blank'))
  const state = fold(
    review,
    past.map(({ event }) => event),
  )
  return state.status === 'NONE' ? '' : state.whose.authorId
}
