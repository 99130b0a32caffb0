import { z } from 'zod'
import { type LiveTopic, liveTopics } from '../../domain/kernel/vocabulary.ts'
import { endpoint } from './endpoint.ts'

const liveUpdate = z.object({ topic: z.enum(liveTopics) })

export type { LiveTopic }

export const liveEndpoints = {
  live: endpoint({
    method: 'GET',
    path: '/api/live',
    summary: 'Streams the topics of the caller’s data that changed, so that screens refetch them',
    access: 'signed-in',
    response: liveUpdate,
    stream: true,
  }),
}
