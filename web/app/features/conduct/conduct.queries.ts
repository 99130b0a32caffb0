import { read, readPages } from '../../shared/read.ts'

const page = 30

export const ownSanctions = read('conduct', 'ownSanctions', {})

export const sanctionsShown = (activeOnly: boolean) =>
  readPages('moderation', 'sanctions', { query: { limit: page, ...(activeOnly ? { active: 'true' } : {}) } })
