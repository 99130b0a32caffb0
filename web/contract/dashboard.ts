import { z } from 'zod'
import { call } from './call.ts'

/** E-38; growth against the period before, or the two sample figures marked as such (C-41, Q-59, points settled 25). */
export const dashboardStats = z
  .object({
    totalRatedClients: z.int(),
    topRatedClients: z.int(),
    averageRating: z.number(),
    growth: z.object({
      monthlyPercent: z.number(),
      quarterlyPercent: z.number(),
      /** At least one of the two is a sample figure. */
      demo: z.boolean(),
      monthlyDemo: z.boolean(),
      quarterlyDemo: z.boolean(),
    }),
  })
  .meta({ id: 'DashboardStats' })
export type DashboardStats = z.infer<typeof dashboardStats>

export const topics = ['reviews', 'ratings', 'rewards', 'ava', 'bookings', 'account', 'favourites'] as const
export const liveHint = z.object({ topic: z.enum(topics) })
export type LiveHint = z.infer<typeof liveHint>
export type Topic = LiveHint['topic']

export const dashboardCalls = {
  dashboardStats: call({
    method: 'GET',
    path: '/api/dashboard/stats',
    says: 'A business’s own figures',
    who: 'business',
    answer: dashboardStats,
  }),
  live: call({
    method: 'GET',
    path: '/api/live',
    says: 'Which of the account’s data has just changed, so that screens read it again',
    who: 'signed-in',
    answer: liveHint,
    stream: true,
  }),
}
