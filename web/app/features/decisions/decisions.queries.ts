import { read, readPages } from '../../shared/read.ts'

export const ownDecisions = readPages('moderation', 'ownDecisions', { query: { limit: 20 } })

export const figuresOf = (year: string) => read('statistics', 'transparency', { params: { year } })
