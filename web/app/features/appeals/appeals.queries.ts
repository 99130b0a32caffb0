import { read } from '../../shared/read.ts'

/** One's own, newest first. */
export const ownAppeals = read('reviews', 'ownAppeals', {})

/** The appeals against one decision, as moderators read them. */
export const appealFile = (decisionId: string) => read('moderation', 'appealFile', { params: { decisionId } })
