import { useQuery } from '@tanstack/react-query'
import { Gavel } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { ContestOfRatingGiven, OwnContest } from '../../../contract/ratings/contests.ts'
import type { RatingGiven, RatingReceived } from '../../../contract/ratings/ratings.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, Card } from '../../components/data-display.tsx'
import { Dialog } from '../../components/dialogs.tsx'
import { Skeleton } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { lazyComponent } from '../../lazy.ts'
import { longDate } from '../../shared/format.ts'
import { contestTexts } from './contest.texts.ts'
import { contestedRatingsQuery } from './queries.ts'
import { ratingTexts } from './texts.ts'

const ContestRatingForm = lazyComponent(() => import('./ContestForms.tsx').then((m) => m.ContestRatingForm))
const AnswerContestForm = lazyComponent(() => import('./ContestForms.tsx').then((m) => m.AnswerContestForm))

interface ContestDialogProps {
  readonly title: string
  readonly description?: string
  /** The button that opens the dialog. */
  readonly button: ReactNode
  readonly buttonLabel: string
  /** The form, given what closes the dialog. */
  readonly children: (onClose: () => void) => ReactNode
}

function ContestDialog({ title, description, button, buttonLabel, children }: ContestDialogProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div>
      <Button variant="quiet" small aria-label={buttonLabel} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Dialog open={open} onClose={close} title={title} {...(description !== undefined && { description })}>
        <Suspense fallback={<Skeleton />}>{children(close)}</Suspense>
      </Dialog>
    </div>
  )
}

interface ReceivedRatingContestProps {
  readonly rating: RatingReceived
  /** Names the rating in the label of the button. */
  readonly stay: string
}

/** The contest of a rating received, or the button that opens one. @rule Q-136 */
export function ReceivedRatingContest({ rating: { id, contest }, stay }: ReceivedRatingContestProps) {
  if (contest !== null)
    return (
      <div className="grid gap-2">
        <ContestState contest={contest} answered={contest.answered} />
        {contest.status === 'KEPT' && (
          <p className="text-sm">
            <TextLink to="/decisions">{contestTexts.reasonsAndAppeal}</TextLink>
          </p>
        )}
      </div>
    )
  return (
    <ContestDialog
      title={contestTexts.title}
      buttonLabel={contestTexts.contestStay(stay)}
      button={
        <>
          <Gavel aria-hidden="true" className="size-4" />
          {contestTexts.contest}
        </>
      }
    >
      {(onClose) => <ContestRatingForm ratingId={id} onClose={onClose} />}
    </ContestDialog>
  )
}

interface ContestStateProps {
  readonly contest: OwnContest | ContestOfRatingGiven
  /** Tells the client that the business answered. */
  readonly answered?: boolean
}

/** State and outcome of a contest. */
export function ContestState({ contest: { status, dueAt, resolution }, answered = false }: ContestStateProps) {
  return (
    <div className="grid gap-2 text-sm">
      <p>
        <Badge tone="gold">{contestTexts.status[status]}</Badge>
      </p>
      {status === 'OPEN' && <p className="text-muted">{contestTexts.dueBy(longDate(dueAt))}</p>}
      {status === 'OPEN' && answered && <p className="text-muted">{contestTexts.answered}</p>}
      {resolution !== null && <Quote title={contestTexts.resolution} text={resolution} />}
    </div>
  )
}

function Quote({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <figure className="rounded-control bg-sunken p-3 text-sm">
      <figcaption className="text-muted">{title}</figcaption>
      <blockquote className="break-words whitespace-pre-line">{text}</blockquote>
    </figure>
  )
}

/** Ratings given that clients contest and no moderator has decided yet; nothing if there are none. @rule Q-136 */
export function ContestedRatings() {
  const { data = [] } = useQuery(contestedRatingsQuery)
  const contested = data.flatMap(({ contest, ...rating }) => (contest === null ? [] : [{ ...rating, contest }]))
  if (contested.length === 0) return null
  return (
    <Card title={contestTexts.contested}>
      <p className="mb-4 text-sm text-muted">{contestTexts.contestedText}</p>
      <ul className="grid gap-5 divide-y divide-line">
        {contested.map((rating) => (
          <ContestedRating key={rating.id} rating={rating} />
        ))}
      </ul>
    </Card>
  )
}

type Contested = Omit<RatingGiven, 'contest'> & { readonly contest: ContestOfRatingGiven }

function ContestedRating({
  rating: { id, clientName, stayDate, overallRating, contest },
}: {
  readonly rating: Contested
}) {
  return (
    <li className="grid gap-2 pb-5 last:pb-0">
      <p className="font-medium break-words">{clientName}</p>
      <p className="text-sm text-muted">
        {`${ratingTexts.stayOn(longDate(stayDate))} · ${contestTexts.stars(overallRating)} · ${contestTexts.reasons[contest.reason]}`}
      </p>
      <p className="break-words whitespace-pre-line">{contest.message}</p>
      <p className="text-sm text-muted">{contestTexts.dueBy(longDate(contest.dueAt))}</p>
      {contest.answer !== null && <Quote title={contestTexts.yourAnswer} text={contest.answer} />}
      {contest.answerable && (
        <ContestDialog
          title={contestTexts.answerTitle}
          description={contestTexts.answerText}
          buttonLabel={`${contestTexts.answer}: ${clientName}`}
          button={contestTexts.answer}
        >
          {(onClose) => <AnswerContestForm ratingId={id} onClose={onClose} />}
        </ContestDialog>
      )}
    </li>
  )
}
