import { read } from '../../../shared/read.ts'

export const ownSessions = read('sessions', 'sessions', {})
