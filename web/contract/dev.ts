import { z } from 'zod'
import { call } from './call.ts'
import { optionalText } from './fields.ts'

/** What developers look into; never in production. */
export const devCalls = {
  devOutbox: call({
    method: 'GET',
    path: '/api/dev/outbox',
    says: 'Mails and text messages that would have been sent, newest first',
    who: 'anyone',
    query: z.object({ to: optionalText(254) }),
    answer: z.object({
      messages: z.array(
        z.object({
          id: z.string(),
          channel: z.enum(['email', 'sms']),
          to: z.string(),
          subject: z.string(),
          text: z.string(),
          at: z.string(),
        }),
      ),
    }),
    developer: true,
  }),
}
