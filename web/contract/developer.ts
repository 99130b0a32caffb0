import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { optionalText } from './fields.ts'

/** Developer tools; never in production. */
export const developerEndpoints = {
  devSettings: endpoint({
    method: 'GET',
    path: '/api/dev/settings',
    summary: 'Returns the developer settings of the web app',
    access: 'anyone',
    response: z.object({ gallery: z.boolean() }),
    developerOnly: true,
  }),
  devMailbox: endpoint({
    method: 'GET',
    path: '/api/dev/outbox',
    summary: 'Lists e-mails and text messages that would have been sent, newest first',
    access: 'anyone',
    query: z.object({ to: optionalText(254) }),
    response: z.object({
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
    developerOnly: true,
  }),
}
