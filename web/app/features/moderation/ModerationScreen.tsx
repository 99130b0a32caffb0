import { Radio, RefreshCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { lanes } from '../../../contract/queue.ts'
import { Badge } from '../../components/Badge.tsx'
import { Forbidden } from '../../components/Forbidden.tsx'
import { Screen } from '../../components/Screen.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { useUser } from '../../shared/session.ts'
import { isModerator } from '../../shared/staff.ts'
import { texts } from '../../texts.ts'
import { CaseFile } from './CaseFile.tsx'
import { KeysButton } from './KeysDialog.tsx'
import { Queue } from './Queue.tsx'
import { useQueueLive } from './queue-live.ts'
import { ReviewsConsole } from './ReviewsConsole.tsx'
import { ScoreDesk } from './ScoreDesk.tsx'

const { moderation: words } = texts

interface ModerationProps {
  /** The desk of sanctions. */
  readonly sanctions: ReactNode
}

/** */
export function ModerationScreen({ sanctions }: ModerationProps) {
  return isModerator(useUser()) ? (
    <Console sanctions={sanctions} />
  ) : (
    <Forbidden title={words.forbiddenTitle} text={words.forbidden} />
  )
}

function Console({ sanctions }: ModerationProps) {
  const live = useQueueLive()
  const [asked, ask] = useSearchParams()
  const [cameFrom, comeFrom] = useState<string | null>(null)
  const caseId = asked.get('case')
  const lane = lanes.find((one) => one === asked.get('lane')) ?? 'flags'
  const open = (caseId: string) => {
    comeFrom(caseId)
    ask({ lane, case: caseId })
  }
  return (
    <Screen
      title={words.title}
      intro={words.intro}
      action={
        <div className="flex flex-wrap items-center gap-3">
          <KeysButton />
          <Freshness live={live} />
        </div>
      }
    >
      {caseId === null ? (
        <Tabs
          label={words.title}
          value={asked.get('view') ?? 'queue'}
          onChange={(view) => ask({ view }, { replace: true })}
          tabs={[
            {
              value: 'queue',
              label: words.queue,
              content: (
                <Queue
                  lane={lane}
                  onLane={(lane) => ask({ lane }, { replace: true })}
                  onOpen={open}
                  cameFrom={cameFrom}
                />
              ),
            },
            { value: 'reviews', label: words.reviews, content: <ReviewsConsole /> },
            { value: 'scores', label: texts.scoreDesk.tab, content: <ScoreDesk /> },
            { value: 'sanctions', label: texts.conduct.console.tab, content: sanctions },
          ]}
        />
      ) : (
        <CaseFile
          key={caseId}
          caseId={caseId}
          lane={lane}
          arrived={cameFrom === caseId}
          onBack={() => ask({ lane })}
          onOpen={open}
        />
      )}
    </Screen>
  )
}

function Freshness({ live }: { readonly live: boolean }) {
  const Icon = live ? Radio : RefreshCw
  return (
    <Badge tone={live ? 'good' : 'plain'}>
      <Icon aria-hidden="true" className="size-3.5" />
      {live ? words.live : words.polling}
    </Badge>
  )
}
