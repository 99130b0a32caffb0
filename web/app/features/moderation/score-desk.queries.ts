import { read, readPages } from '../../shared/read.ts'

const page = 30

export const openAnomalies = readPages('moderation', 'anomalies', { query: { limit: page } })

export const exclusionsOf = (businessId: string) => read('moderation', 'exclusions', { params: { id: businessId } })

export const previewOf = (businessId: string, from: string, to: string) =>
  read('moderation', 'exclusionPreview', { params: { id: businessId }, query: { from, to } })

export const businessesCalled = (query: string) => read('businesses', 'findBusinesses', { query: { query } })
