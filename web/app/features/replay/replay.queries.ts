import { read } from '../../shared/read.ts'

export const caseReplay = (caseId: string) => read('reviews', 'replayCase', { params: { caseId } })
