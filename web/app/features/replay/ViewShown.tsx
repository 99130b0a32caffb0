import type { CaseReplay, CaseView } from '../../../contract/replay.ts'
import { StarsShown } from '../../components/Stars.tsx'
import { moment as clock, oneDecimal } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { Fact, Facts } from './Facts.tsx'
import { FlagsShown } from './FlagsShown.tsx'
import { WordsShown } from './WordsShown.tsx'
import { weightOf } from './moment-words.ts'

const { replay: words, reviews, moderation } = texts

interface ViewShownProps {
  readonly replay: CaseReplay
  readonly view: CaseView
  /** With the words before, to see what changed. */
  readonly compared?: boolean
}

export function ViewShown({ replay, view, compared = false }: ViewShownProps) {
  const { revisions, dispute, viewer, erased } = replay
  const revision = revisions[view.revision]
  const before = compared ? revisions[view.revision - 1] : undefined
  const pending = view.flags.filter(({ status }) => status === 'PENDING').length
  return (
    <div className="grid gap-4">
      {revision !== undefined && (
        <div className="grid gap-2">
          <StarsShown value={revision.rating} />
          <WordsShown words={revision} before={before} sealed={viewer === 'auditor'} erased={erased.author} />
        </div>
      )}
      <Facts>
        <Fact name={words.state}>{reviews.status[view.status]}</Fact>
        <Fact name={words.dispute}>
          {view.dispute === null ? words.noDispute : moderation.disputeStatus[view.dispute]}
        </Fact>
        {replay.targetType === 'BUSINESS' && <Fact name={words.score}>{scoreOf(view)}</Fact>}
        {view.weight !== null && <Fact name={words.flags}>{words.flagsLine(pending, weightOf(view.weight))}</Fact>}
        {view.claim !== null && <Fact name={words.claim}>{words.claimed(clock(view.claim.until))}</Fact>}
      </Facts>
      <FlagsShown replay={replay} view={view} />
      {view.dispute !== null && dispute !== null && (
        <Facts>
          <Fact name={words.message}>
            {dispute.message === null ? words.sealed : dispute.message === '' ? words.erased : dispute.message}
          </Fact>
        </Facts>
      )}
    </div>
  )
}

const scoreOf = ({ score }: CaseView): string => {
  if (score === null) return words.scoreUnknown
  return score.average === null ? words.scoreNone : words.scoreLine(oneDecimal(score.average), score.raters)
}
