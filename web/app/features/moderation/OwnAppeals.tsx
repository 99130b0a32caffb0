import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { appealBody, type AppealStatus, isAboutRating, type OwnAppeal } from '../../../contract/moderation/appeals.ts'
import type { OwnDecision } from '../../../contract/moderation/decisions.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, type BadgeTone, Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField } from '../../shared/form.ts'
import { longDate } from '../../shared/format.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { ownAppealsQuery } from './queries.ts'
import { appealTexts } from './appeals.texts.ts'

/** The user's appeals and their outcomes. */
export function OwnAppeals() {
  const appeals = useQuery(ownAppealsQuery)
  return (
    <Card title={appealTexts.title}>
      <QueryView query={appeals} empty={<EmptyState text={appealTexts.empty} />}>
        {(all) => (
          <ul className="grid gap-4 divide-y divide-line">
            {all.map((appeal) => (
              <AppealRow key={appeal.decisionId} appeal={appeal} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function AppealRow({ appeal }: { readonly appeal: OwnAppeal }) {
  const { side, status, reason, lodgedAt } = appeal
  return (
    <li className="grid gap-2 pb-4 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AppealStatusBadge status={status} />
        <span className="font-medium">{appealTexts.about[side]}</span>
        <span className="text-sm text-muted">{appealTexts.lodged(longDate(lodgedAt))}</span>
      </p>
      <p className="break-words whitespace-pre-line">{reason}</p>
      <AppealOutcomeText appeal={appeal} />
    </li>
  )
}

interface DecisionAppealProps {
  readonly decision: Pick<OwnDecision, 'id' | 'appealableUntil' | 'appealObstacle'>
}

/** The user's appeal against a decision, or the button to lodge one until the deadline. */
export function DecisionAppeal({ decision }: DecisionAppealProps) {
  const { data: appeals } = useQuery(ownAppealsQuery)
  const { id, appealableUntil, appealObstacle } = decision
  if (appeals === undefined || appealObstacle === 'favourable') return null
  const ownAppeal = appeals.find(({ decisionId }) => decisionId === id)
  if (ownAppeal !== undefined)
    return (
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{appealTexts.ownAppeal}</span>
          <AppealStatusBadge status={ownAppeal.status} />
        </p>
        <AppealOutcomeText appeal={ownAppeal} />
      </div>
    )
  const until = appealableUntil === null ? '' : longDate(appealableUntil)
  if (appealObstacle !== null)
    return <p className="text-sm text-muted">{appealTexts.obstacles[appealObstacle](until)}</p>
  return (
    <div className="flex flex-wrap items-center gap-3">
      <AppealDialog decisionId={id} />
      <span className="text-sm text-muted">{appealTexts.until(until)}</span>
    </div>
  )
}

/** Button and dialog for lodging an appeal. */
function AppealDialog({ decisionId }: { readonly decisionId: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        <Scale aria-hidden="true" className="size-4" />
        {appealTexts.appeal}
      </Button>
      <Dialog open={open} onClose={close} title={appealTexts.dialogTitle} description={appealTexts.dialogText}>
        <AppealForm decisionId={decisionId} onClose={close} />
      </Dialog>
    </>
  )
}

function AppealForm({ decisionId, onClose }: { readonly decisionId: string; readonly onClose: () => void }) {
  const { form, pending, submit } = useFormMutation('lodgeAppeal', {
    initialValues: { reason: '' },
    schema: appealBody,
    toInput: (body) => ({ params: { id: decisionId }, body }),
    invalidates: ['reviews'],
    successToast: { title: appealTexts.sent, text: appealTexts.sentText },
    onSuccess: onClose,
    failureText: appealTexts.failed,
  })
  return (
    <Form label={appealTexts.dialogTitle} onSubmit={submit} errorCount={form.errorCount}>
      <TextArea
        label={appealTexts.reason}
        hint={appealTexts.reasonHint}
        rows={6}
        {...limitsOf(appealBody, 'reason')}
        {...bindField(form, 'reason')}
      />
      <FormAlert text={form.formError} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" pending={pending}>
          {appealTexts.send}
        </Button>
      </DialogActions>
    </Form>
  )
}

const statusTones: Readonly<Record<AppealStatus, BadgeTone>> = {
  OPEN: 'gold',
  UNDER_REVIEW: 'gold',
  UPHELD: 'bad',
  PARTLY: 'good',
  OVERTURNED: 'good',
  VOID: 'plain',
}

function AppealStatusBadge({ status }: { readonly status: AppealStatus }) {
  return <Badge tone={statusTones[status]}>{appealTexts.status[status]}</Badge>
}

/** The outcome with its reasons; nothing until the appeal is decided. */
function AppealOutcomeText({ appeal }: { readonly appeal: OwnAppeal }) {
  if (appeal.status === 'VOID') return <p className="text-sm text-muted">{appealTexts.voidNote}</p>
  if (appeal.measure === null) return null
  const { ratingStatus, reviewStatus } = appealTexts
  const statusTexts = isAboutRating(appeal) ? ratingStatus : reviewStatus
  return (
    <figure className="rounded-control bg-sunken p-3">
      <figcaption className="text-sm text-muted">
        {appealTexts.answer} · {statusTexts[appeal.measure]}
      </figcaption>
      <blockquote className="break-words whitespace-pre-line">{appeal.answer}</blockquote>
    </figure>
  )
}
