import type { auditAggregates } from '../../domain/audit/aggregates.ts'
import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { admin } from '../access.ts'
import type { LiveTopics } from '../live-topics.ts'
import { anchorCheckpoint, anchorQueue } from './anchor.ts'
import { defineModule } from '../module.ts'
import { auditEmails } from './emails.it.ts'
import { openStream } from './openings.ts'
import { openingsPolicy } from './openings.policy.ts'

export const audit = defineModule({
  useCases: { openStream: { access: admin, run: openStream } },
  policies: [openingsPolicy],
  emails: auditEmails,
  liveTopics: { StreamOpened: null, PersonalDataOpened: null } satisfies LiveTopics<EventsOf<typeof auditAggregates>>,
  schedule: {
    'access-log': {
      cron: '50 * * * *',
      atStart: true,
      run: ({ accessLog }) => TE.tryCatch(accessLog.maintain, (cause) => ({ type: 'Unavailable', cause })),
    },
    anchors: { cron: '5 0 * * *', atStart: true, run: anchorCheckpoint },
  },
  queues: { anchors: anchorQueue },
})
