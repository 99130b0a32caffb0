import { z } from 'zod'
import { call } from './call.ts'

const liveTopics = ['reviews', 'ratings', 'rewards', 'ava', 'bookings', 'account', 'favourites'] as const

export const liveUpdate = z.object({ topic: z.enum(liveTopics) })

export type LiveUpdate = z.infer<typeof liveUpdate>

export type LiveTopic = LiveUpdate['topic']

export const liveCalls = {
  live: call({
    method: 'GET',
    path: '/api/live',
    summary: 'Streams the topics of the caller’s data that changed, so that screens refetch them',
    access: 'signed-in',
    response: liveUpdate,
    stream: true,
  }),
}
