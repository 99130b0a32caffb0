import { read } from '../../shared/read.ts'

/** One's own, newest first. */
export const ownAppeals = read('reviews', 'ownAppeals', {})
