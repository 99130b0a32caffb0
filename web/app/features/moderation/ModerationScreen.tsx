import { Radio, RefreshCw } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { Badge } from '../../components/Badge.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Screen } from '../../components/Screen.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { useUser } from '../../shared/session.ts'
import { isModerator } from '../../shared/staff.ts'
import { texts } from '../../texts.ts'
import { CaseFile } from './CaseFile.tsx'
import { Queue } from './Queue.tsx'
import { useQueueLive } from './queue-live.ts'
import { ReviewsConsole } from './ReviewsConsole.tsx'
import { ScoreDesk } from './ScoreDesk.tsx'

const { moderation: words } = texts

/** R-76; whoever is no moderator is told so, and nothing is asked of the server. */
export function ModerationScreen() {
  return isModerator(useUser()) ? <Console /> : <Forbidden />
}

function Forbidden() {
  return (
    <Screen title={words.forbiddenTitle} narrow>
      <ErrorState
        title={words.forbidden}
        action={
          <LinkButton to="/dashboard" look="secondary">
            {texts.shell.dashboard}
          </LinkButton>
        }
      />
    </Screen>
  )
}

function Console() {
  const live = useQueueLive()
  const [asked, ask] = useSearchParams()
  const caseId = asked.get('case')
  return (
    <Screen title={words.title} intro={words.intro} action={<Freshness live={live} />}>
      {caseId === null ? (
        <Tabs
          label={words.title}
          value={asked.get('view') ?? 'queue'}
          onChange={(view) => ask({ view }, { replace: true })}
          tabs={[
            { value: 'queue', label: words.queue, content: <Queue onOpen={(caseId) => ask({ case: caseId })} /> },
            { value: 'reviews', label: words.reviews, content: <ReviewsConsole /> },
            { value: 'scores', label: texts.scoreDesk.tab, content: <ScoreDesk /> },
          ]}
        />
      ) : (
        <CaseFile caseId={caseId} onBack={() => ask({})} />
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
