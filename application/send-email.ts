import { account } from '../domain/accounts/account.ts'
import { fold } from '../domain/kernel/decider.ts'
import { review } from '../domain/reviews/review.ts'
import type { EmailServices, EmailTemplates } from './email.ts'
import { streamOf } from './command-handler.ts'
import { runOrThrow } from './jobs.ts'
import type { JobHandler } from './ports/jobs.ts'
import type { Messenger } from './ports/mail.ts'

/**
 * Writes and sends the e-mails requested by jobs. A job names the account, or the review whose author is addressed; texts
 * come from the log and the template.
 */
export const emailJobHandler =
  (templates: EmailTemplates, services: EmailServices, messenger: Messenger, origin: string): JobHandler =>
  async ({ name, data, key }) => {
    const write = templates[name]
    if (write === undefined) throw new Error(`No e-mail template for ${name}`)
    const stream = streamOf(account, await addresseeIdOf(services, data))
    const recorded = await runOrThrow(services.history.read(account.events, stream))
    const past = recorded.map(({ event }) => event)
    const to = fold(account, past)
    if (to.kind === null || to.email === '') return
    const email = await write({ services, to, past, data, origin })
    if (email !== null) await messenger.send({ ...email, key })
  }

/** The account named by the job, or the author of the review it names, so that jobs never contain an author's id. */
const addresseeIdOf = async (
  { history }: EmailServices,
  { accountId, authorOf }: Readonly<Record<string, unknown>>,
) => {
  if (typeof authorOf !== 'string') return String(accountId)
  const past = await runOrThrow(history.read(review.events, streamOf(review, authorOf), 'omitted'))
  const state = fold(
    review,
    past.map(({ event }) => event),
  )
  return state.status === 'NONE' ? '' : state.identity.authorId
}
