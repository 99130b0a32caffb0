import { Radio, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { lanes } from '../../contract/moderation/cases.ts'
import { Badge } from '../components/data-display.tsx'
import { Forbidden, PageLayout } from '../components/page-layout.tsx'
import { Tabs } from '../components/tabs.tsx'
import { CaseFileView } from '../features/moderation/CaseFile.tsx'
import { CaseQueue, useLiveQueue } from '../features/moderation/CaseQueue.tsx'
import { ModeratedReviews } from '../features/moderation/ModeratedReviews.tsx'
import { ScoreModeration } from '../features/moderation/ScoreModeration.tsx'
import { KeyboardShortcutsButton } from '../features/moderation/KeyboardShortcuts.tsx'
import { SanctionsConsole } from '../features/sanctions/SanctionsConsole.tsx'
import { isModerator, useUser } from '../shared/session.ts'
import { scoreModerationTexts } from '../features/moderation/scores.texts.ts'
import { moderationTexts } from '../features/moderation/texts.ts'
import { sanctionTexts } from '../features/sanctions/texts.ts'

interface ModerationConsoleProps {
  /** Sanctions panel. */
  readonly sanctions: ReactNode
}

/** @rule R-76 moderation page */
function ModerationConsole({ sanctions }: ModerationConsoleProps) {
  return isModerator(useUser()) ? (
    <ModerationTabs sanctions={sanctions} />
  ) : (
    <Forbidden title={moderationTexts.forbiddenTitle} text={moderationTexts.forbidden} />
  )
}

function ModerationTabs({ sanctions }: ModerationConsoleProps) {
  const live = useLiveQueue()
  const [searchParams, setSearchParams] = useSearchParams()
  const [lastCaseId, setLastCaseId] = useState<string | null>(null)
  const caseId = searchParams.get('case')
  const lane = lanes.find((lane) => lane === searchParams.get('lane')) ?? 'flags'
  const open = (caseId: string) => {
    setLastCaseId(caseId)
    setSearchParams({ lane, case: caseId })
  }
  return (
    <PageLayout
      title={moderationTexts.title}
      intro={moderationTexts.intro}
      action={
        <div className="flex flex-wrap items-center gap-3">
          <KeyboardShortcutsButton />
          <LiveStatus live={live} />
        </div>
      }
    >
      {caseId === null ? (
        <Tabs
          label={moderationTexts.title}
          value={searchParams.get('view') ?? 'queue'}
          onChange={(view) => setSearchParams({ view }, { replace: true })}
          tabs={[
            {
              value: 'queue',
              label: moderationTexts.queue,
              content: (
                <CaseQueue
                  lane={lane}
                  onLaneChange={(lane) => setSearchParams({ lane }, { replace: true })}
                  onOpen={open}
                  returnToCase={lastCaseId}
                />
              ),
            },
            { value: 'reviews', label: moderationTexts.reviews, content: <ModeratedReviews /> },
            { value: 'scores', label: scoreModerationTexts.tab, content: <ScoreModeration /> },
            { value: 'sanctions', label: sanctionTexts.console.tab, content: sanctions },
          ]}
        />
      ) : (
        <CaseFileView
          key={caseId}
          caseId={caseId}
          lane={lane}
          focusHeading={lastCaseId === caseId}
          onBack={() => setSearchParams({ lane })}
          onOpen={open}
        />
      )}
    </PageLayout>
  )
}

function LiveStatus({ live }: { readonly live: boolean }) {
  const Icon = live ? Radio : RefreshCw
  return (
    <Badge tone={live ? 'good' : 'plain'}>
      <Icon aria-hidden="true" className="size-3.5" />
      {live ? moderationTexts.live : moderationTexts.polling}
    </Badge>
  )
}

/** @rule R-76 moderation page with the sanctions panel */
export function ModerationPage() {
  return <ModerationConsole sanctions={<SanctionsConsole />} />
}
