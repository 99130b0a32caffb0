import { supportMessages, supportRequests } from './support-requests.ts'

export const supportProjections = { supportRequests, supportMessages } as const
