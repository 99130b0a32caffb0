import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { CaseFile as File } from '../../../contract/moderation.ts'
import type { Lane } from '../../../contract/queue.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { moment } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { AppealedSanction } from './AppealedSanction.tsx'
import { AuthorRecord } from './AuthorRecord.tsx'
import { AppealPanel } from './AppealPanel.tsx'
import { Claim } from './Claim.tsx'
import { useClaiming, useRenewal } from './claiming.ts'
import { DisputePanel } from './DisputePanel.tsx'
import { useKeys } from './keys.ts'
import { Domino } from './domino/Domino.tsx'
import { FlaggingPanel } from './FlaggingPanel.tsx'
import { caseFile } from './moderation.queries.ts'
import { ModeratedReviewCard } from './ModeratedReviewCard.tsx'
import { useNextCase } from './next-case.ts'
import { Why } from './Why.tsx'

const { moderation: words, queue: more, replay } = texts

interface CaseFileProps {
  readonly caseId: string
  /** Where the next case is taken from. */
  readonly lane: Lane
  /** Opened from the queue: the focus follows. */
  readonly arrived: boolean
  readonly onBack: () => void
  readonly onOpen: (caseId: string) => void
}

/** Everything a moderator should know before deciding. */
export function CaseFile({ caseId, lane, arrived, onBack, onOpen }: CaseFileProps) {
  const file = useQuery(caseFile(caseId))
  const next = useNextCase(lane, onOpen)
  useKeys({ Escape: onBack, n: () => void next.take() })
  return (
    <div className="grid gap-5">
      <div className="-ml-3 flex flex-wrap gap-2">
        <Button look="quiet" small aria-keyshortcuts="Escape" onClick={onBack}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {words.backToQueue}
        </Button>
        <Button look="quiet" small aria-keyshortcuts="n" pending={next.pending} onClick={() => void next.take()}>
          {more.next}
        </Button>
      </div>
      <Loaded query={file}>{(opened) => <Opened file={opened} arrived={arrived} onOpen={onOpen} />}</Loaded>
    </div>
  )
}

type OpenedProps = Pick<CaseFileProps, 'arrived' | 'onOpen'> & { readonly file: File }

function Opened({ file, arrived, onOpen }: OpenedProps) {
  const { kind, review, dispute, sanction, flagging, author, timeline } = file
  const content = useRef<HTMLUListElement>(null)
  const objection = useRef<HTMLDivElement>(null)
  const panels = kind === 'DISPUTE' ? [objection, content] : [content, objection]
  const decision = () => panels.flatMap(({ current }) => [...(current?.querySelectorAll('button') ?? [])])[0]
  const claiming = useClaiming(file)
  useRenewal(file)
  useKeys({ c: claiming.toggle, d: () => decision()?.focus() })
  return (
    <>
      <Heading file={file} arrived={arrived} claiming={claiming} />
      <Others others={file.others} onOpen={onOpen} />
      <div className="max-w-md">
        <Why why={file.why} />
        {flagging === null && (
          <p className="mt-1 text-sm">
            <TextLink to={`/cases/${file.caseId}`}>{replay.title}</TextLink>
          </p>
        )}
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_1fr]">
        <ul ref={content} className="grid min-w-0">
          {review !== null && <ModeratedReviewCard review={review} />}
        </ul>
        <div className="grid min-w-0 gap-5 lg:row-span-2">
          {kind === 'APPEAL' && sanction === null && <AppealPanel decisionId={file.caseId.replace(/^appeal-/, '')} />}
          <div ref={objection} className="empty:hidden">
            {dispute !== null && review !== null && (
              <DisputePanel dispute={dispute} statements={file.statements} version={review.version} />
            )}
            {sanction !== null && <AppealedSanction sanction={sanction} />}
            {flagging !== null && <FlaggingPanel file={file} flagging={flagging} />}
          </div>
          <AuthorRecord author={author} {...(flagging !== null && { title: texts.flagging.reporter })} />
          <Card title={words.timeline}>
            <ol className="grid gap-3">
              {timeline.map(({ at, what, by, byName }) => (
                <li key={`${at} ${what} ${by ?? ''}`} className="text-sm">
                  <span className="block text-muted">{moment(at)}</span>
                  <span className="break-words">{[what, byName].filter(Boolean).join(' · ')}</span>
                </li>
              ))}
            </ol>
          </Card>
        </div>
        {review !== null && (
          <div className="min-w-0 empty:hidden lg:col-start-1">
            <Domino review={review} />
          </div>
        )}
      </div>
    </>
  )
}

type HeadingProps = Pick<OpenedProps, 'file' | 'arrived'> & { readonly claiming: ReturnType<typeof useClaiming> }

function Heading({ file, arrived, claiming }: HeadingProps) {
  const { kind, flagging, priority, dueAt, overdue, closedAt } = file
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
        {flagging === null ? words.kinds[kind] : texts.flagging.title}
      </h2>
      <Badge>{words.priority(priority)}</Badge>
      <Badge tone={overdue ? 'bad' : 'plain'}>{overdue ? words.overdue : words.due(moment(dueAt))}</Badge>
      {closedAt === null ? (
        <Claim of={file} claiming={claiming} />
      ) : (
        <Badge tone="good">{words.closed(moment(closedAt))}</Badge>
      )}
    </div>
  )
}

function Others({ others, onOpen }: Pick<OpenedProps, 'onOpen'> & Pick<File, 'others'>) {
  if (others.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="text-sm text-muted">{more.sameMatter}</p>
      {others.map(({ caseId, kind, claimedByName }) => (
        <Button key={caseId} look="secondary" small onClick={() => onOpen(caseId)}>
          {more.other(words.kinds[kind], claimedByName)}
        </Button>
      ))}
    </div>
  )
}
