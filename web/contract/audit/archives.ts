import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'

/** Archives that prove themselves; those with the personal data of the caller are part of the export. */
export const archives = {
  caseBundle: endpoint({
    method: 'GET',
    path: '/api/audit/cases/:caseId/bundle',
    summary:
      'Returns a case about a review as a zip that proves itself: sealed for auditors and administrators, redacted as the replay is for parties',
    access: 'signed-in',
    params: z.object({ caseId: id }),
    response: z.string(),
    respondsWithFile: 'zip',
    rateLimit: 'replay',
    allowedWhileSuspended: true,
    recorded: { what: 'staff-read', why: 'case-bundle' },
  }),
}
