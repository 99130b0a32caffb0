import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import {
  type AppealFile,
  type AppealOutcome,
  appealReason,
  isAboutRating,
  measure,
  type Measure,
} from '../../../contract/moderation/appeals.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { Notice, QueryView } from '../../components/feedback.tsx'
import { Select, TextArea } from '../../components/form-controls.tsx'
import { Form } from '../../components/form.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField } from '../../shared/form.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../toasts.ts'
import { dateTime } from '../../shared/format.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { appealFileQuery } from './queries.ts'
import { appealPanelTexts, appealTexts } from './appeals.texts.ts'

const rulingSchema = z.strictObject({ reason: appealReason, measure })

const useTakeUnderReview = (decisionId: string) => {
  const taking = useApiMutation('takeAppealUnderReview', {
    invalidates: ['moderation'],
    onSuccess: () => showToast({ title: appealPanelTexts.reviewStarted }),
    onError: (error) => showErrorToast(errorMessage(error, appealPanelTexts.failed)),
  })
  return { pending: taking.isPending, take: () => taking.mutate({ params: { decisionId } }) }
}

interface DecideAppealDialogProps {
  readonly appeal: AppealFile
  readonly outcome: AppealOutcome
  /** Default first. */
  readonly measures: readonly [Measure, ...Measure[]]
  readonly onClose: () => void
}

/** Confirms a decision, states its effect and requires a reason. */
function DecideAppealDialog({ appeal, outcome, measures, onClose }: DecideAppealDialogProps) {
  const [defaultMeasure] = measures
  const { form, pending, submit } = useFormMutation('decideAppeal', {
    initialValues: { reason: '', measure: defaultMeasure },
    schema: rulingSchema,
    toInput: (body) => ({ params: { decisionId: appeal.decisionId }, body: { outcome, ...body } }),
    invalidates: ['moderation', 'reviews', 'ratings', 'businesses'],
    successToast: { title: appealPanelTexts.done },
    onSuccess: onClose,
    failureText: appealPanelTexts.failed,
  })
  const effects = isAboutRating(appeal) ? appealPanelTexts.ratingEffects : appealPanelTexts.effects
  const effect = effects[form.values.measure]
  const title = appealPanelTexts.dialogTitles[outcome]
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={appeal.level > 1 ? `${effect} ${appealPanelTexts.secondAppeal}` : effect}
    >
      <Form label={title} onSubmit={submit} errorCount={form.errorCount}>
        {measures.length > 1 && (
          <Select
            label={appealPanelTexts.measure}
            options={measures.map((value) => ({ value, label: appealPanelTexts.measures[value] }))}
            {...bindField(form, 'measure')}
          />
        )}
        <TextArea
          label={appealPanelTexts.reason}
          hint={appealPanelTexts.reasonHint}
          {...limitsOf(rulingSchema, 'reason')}
          {...bindField(form, 'reason')}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" pending={pending}>
            {appealPanelTexts.confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** The decision under appeal with its reasons, the review or rating as it was judged, the appeals, and the ruling. */
export function AppealPanel({ decisionId }: { readonly decisionId: string }) {
  const file = useQuery(appealFileQuery(decisionId))
  return <QueryView query={file}>{(loaded) => <AppealDetails file={loaded} />}</QueryView>
}

function AppealDetails({ file }: { readonly file: AppealFile }) {
  const { side, level, status, decision, judged, before, ruling } = file
  const aboutRating = isAboutRating(file)
  const asJudged = aboutRating ? appealPanelTexts.ratingAsJudged : appealPanelTexts.reviewAsJudged
  return (
    <Card title={appealPanelTexts.title} action={<Badge tone="gold">{appealTexts.status[status]}</Badge>}>
      <div className="grid gap-4">
        {level > 1 && <p className="text-sm text-muted">{appealPanelTexts.secondAppeal}</p>}
        <section aria-label={appealPanelTexts.decision} className="grid gap-1">
          <h3 className="font-medium">{appealPanelTexts.decision}</h3>
          <p className="text-sm text-muted">
            {aboutRating && before === 'VISIBLE' ? appealPanelTexts.ratingKept : appealPanelTexts.before[before]} ·{' '}
            {dateTime(decision.at)}
          </p>
          <p className="break-words whitespace-pre-line">{decision.facts || appealPanelTexts.noFacts}</p>
        </section>
        <section aria-label={asJudged} className="grid gap-1">
          <h3 className="font-medium">{asJudged}</h3>
          <StarRating value={judged.rating} />
          <p className="break-words whitespace-pre-line">{judged.comment ?? appealPanelTexts.noComment}</p>
        </section>
        {file.appeals.map(({ appellantId, reason, lodgedAt }) => (
          <figure key={appellantId} className="rounded-control bg-sunken p-3">
            <figcaption className="text-sm text-muted">
              {appealPanelTexts.statementOf[side]} · {dateTime(lodgedAt)}
            </figcaption>
            <blockquote className="break-words whitespace-pre-line">{reason}</blockquote>
          </figure>
        ))}
        {ruling === null ? <AppealActions file={file} /> : <Ruling ruling={ruling} />}
      </div>
    </Card>
  )
}

function Ruling({ ruling }: { readonly ruling: NonNullable<AppealFile['ruling']> }) {
  return (
    <figure className="rounded-control bg-sunken p-3">
      <figcaption className="text-sm text-muted">
        {appealPanelTexts.by(dateTime(ruling.at))} · {appealPanelTexts.measures[ruling.measure]}
      </figcaption>
      <blockquote className="break-words whitespace-pre-line">{ruling.reason}</blockquote>
    </figure>
  )
}

interface OutcomeChoice {
  readonly outcome: AppealOutcome
  readonly measures: readonly [Measure, ...Measure[]]
}

const outcomeChoicesOf = ({ possible }: AppealFile): readonly OutcomeChoice[] =>
  possible.flatMap(({ outcome, measures: [first, ...others] }) =>
    first === undefined ? [] : [{ outcome, measures: [first, ...others] as const }],
  )

function AppealActions({ file }: { readonly file: AppealFile }) {
  const { decisionId, status, barred, actions } = file
  const [choice, setChoice] = useState<OutcomeChoice | null>(null)
  const { pending, take } = useTakeUnderReview(decisionId)
  if (status === 'VOID') return <p className="text-sm text-muted">{appealTexts.voidNote}</p>
  if (barred !== null)
    return (
      <Notice>
        <p>{appealPanelTexts.cannotDecide[barred]}</p>
      </Notice>
    )
  return (
    <div className="flex flex-wrap gap-2">
      {actions.includes('take') && (
        <Button variant="secondary" small pending={pending} onClick={take}>
          {appealPanelTexts.startReview}
        </Button>
      )}
      {(actions.includes('decide') ? outcomeChoicesOf(file) : []).map((option) => (
        <Button key={option.outcome} variant="secondary" small onClick={() => setChoice(option)}>
          {appealPanelTexts.actions[option.outcome]}
        </Button>
      ))}
      {choice !== null && <DecideAppealDialog appeal={file} {...choice} onClose={() => setChoice(null)} />}
    </div>
  )
}
