import { account } from '../domain/accounts/account.ts'
import { fold } from '../domain/kernel/decider.ts'
import { review } from '../domain/reviews/review.ts'
import { orThrow, type EmailServices, type EmailTemplates } from './email.ts'
import { streamOf } from './handle.ts'
import type { JobHandler } from './ports/jobs.ts'
import type { Messenger } from './ports/mail.ts'

/** Writes and sends the letters jobs ask for: the job names the account, the letter is made here, of the log and the code. */
export const emailJobHandler =
  (templates: EmailTemplates, auth: EmailServices, messenger: Messenger, origin: string): JobHandler =>
  async ({ name, data, key }) => {
    const write = templates[name]
    if (write === undefined) throw new Error(`No e-mail template for ${name}`)
    const stream = streamOf(account, await addresseeIdOf(auth, data))
    const recorded = await orThrow(auth.history.read(account.events, stream))
    const past = recorded.map(({ event }) => event)
    const to = fold(account, past)
    if (to.kind === null || to.email === '') return
    const letter = await write({ auth, to, past, data, origin })
    if (letter !== null) await messenger.send({ ...letter, key })
  }

/** The account the job names, or the author of the review it names: no author's name lies in a job. */
const addresseeIdOf = async (
  { history }: EmailServices,
  { accountId, authorOf }: Readonly<Record<string, unknown>>,
) => {
  if (typeof authorOf !== 'string') return String(accountId)
  const past = await orThrow(history.read(review.events, streamOf(review, authorOf), 'blank'))
  const state = fold(
    review,
    past.map(({ event }) => event),
  )
  return state.status === 'NONE' ? '' : state.identity.authorId
}
