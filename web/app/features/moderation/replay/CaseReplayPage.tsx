import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useParams } from 'react-router-dom'
import { archives } from '../../../../contract/audit/archives.ts'
import type { ReplayMoment, CaseReplay } from '../../../../contract/moderation/case-replay.ts'
import { buttonStyle, classNames } from '../../../components/styles.ts'
import { isAuditor, useUser } from '../../../shared/session.ts'
import { Card } from '../../../components/data-display.tsx'
import { Notice, QueryView } from '../../../components/feedback.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { caseReplayQuery } from '../queries.ts'
import { MomentDetails, momentTime, momentTitle } from './MomentDetails.tsx'
import { replayTexts } from './texts.ts'

interface MomentListProps {
  readonly moments: readonly ReplayMoment[]
  readonly index: number
  readonly onSelect: (index: number) => void
}

function MomentList({ moments, index, onSelect }: MomentListProps) {
  return (
    <Card title={replayTexts.moments}>
      <ol className="-mx-2 grid gap-1">
        {moments.map((moment, n) => (
          <li key={moment.n}>
            <button
              type="button"
              aria-current={n === index ? 'step' : undefined}
              onClick={() => onSelect(n)}
              className={classNames(
                'w-full rounded-control px-2 py-2 text-left text-sm',
                n === index ? 'bg-brand-soft text-brand-strong' : 'hover:bg-sunken',
              )}
            >
              <span className="block font-medium break-words">{momentTitle(moment)}</span>
              <span className={classNames('block', n !== index && 'text-muted')}>
                {momentTime(moment)} · {replayTexts.by[moment.by.kind]}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Card>
  )
}

interface MomentSliderProps {
  readonly moments: readonly ReplayMoment[]
  /** Counted from 0. */
  readonly index: number
  readonly onSelect: (index: number) => void
}

function MomentSlider({ moments, index, onSelect }: MomentSliderProps) {
  const id = useId()
  const moment = moments[index]
  if (moment === undefined) return null
  const description = replayTexts.position(index + 1, moments.length, momentTitle(moment), momentTime(moment))
  return (
    <div className="grid gap-1 rounded-card border border-line bg-surface p-4 shadow-card sm:px-6">
      <label htmlFor={id} className="text-sm font-medium">
        {replayTexts.slider}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={moments.length - 1}
        step={1}
        value={index}
        aria-valuetext={description}
        onChange={({ target }) => onSelect(Number(target.value))}
        className="h-8 w-full accent-brand"
      />
      <output htmlFor={id} className="text-sm break-words text-muted">
        {description}
      </output>
    </div>
  )
}

/** *Rivivi la contestazione*, or *Ripercorri il caso* without a dispute: the case as it stood after each of its events. */
export function CaseReplayPage() {
  const { caseId = '' } = useParams()
  const replay = useQuery(caseReplayQuery(caseId))
  return (
    <PageLayout
      title={replay.data?.dispute === null ? replayTexts.titleUndisputed : replayTexts.title}
      intro={replayTexts.intro}
    >
      <QueryView query={replay}>{(loaded) => <MomentBrowser replay={loaded} />}</QueryView>
    </PageLayout>
  )
}

/** Moderators who are neither auditors nor a party receive no bundle. @rule D-62 */
function BundleDownload({ replay: { caseId, viewer } }: { readonly replay: CaseReplay }) {
  const user = useUser()
  const isParty = viewer === 'author' || viewer === 'business'
  if (!isParty && !isAuditor(user)) return null
  const { title, text, download } = replayTexts.bundle
  return (
    <section aria-label={title} className="grid gap-2 text-sm">
      <p className="text-muted">{text}</p>
      <p>
        <a
          href={archives.caseBundle.path.replace(':caseId', encodeURIComponent(caseId))}
          download
          className={buttonStyle('secondary', true)}
        >
          {download}
        </a>
      </p>
    </section>
  )
}

function MomentBrowser({ replay }: { readonly replay: CaseReplay }) {
  const { moments, omitted, viewer } = replay
  const [selected, setSelected] = useState(moments.length - 1)
  const index = Math.min(selected, moments.length - 1)
  const moment = moments[index]
  if (moment === undefined) return null
  return (
    <div className="grid gap-5">
      <Notice>
        <p>{replayTexts.viewers[viewer]}</p>
        {omitted > 0 && <p>{replayTexts.omitted(omitted)}</p>}
      </Notice>
      <BundleDownload replay={replay} />
      <MomentSlider moments={moments} index={index} onSelect={setSelected} />
      <div className="grid items-start gap-5 lg:grid-cols-[2fr_3fr]">
        <MomentDetails replay={replay} moment={moment} />
        <div className="min-w-0 lg:order-first">
          <MomentList moments={moments} index={index} onSelect={setSelected} />
        </div>
      </div>
    </div>
  )
}
