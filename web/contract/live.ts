import { z } from 'zod'
import { type LiveTopic, liveTopics } from '../../domain/kernel/vocabulary.ts'
import { call } from './call.ts'

const liveUpdate = z.object({ topic: z.enum(liveTopics) })

export type { LiveTopic }

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
