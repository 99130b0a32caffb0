import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  decideProgrammeBody,
  type ProgrammeDecision,
  programmeDecisions,
  type WaitingProgramme,
} from '../../../contract/promotion/affiliate.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { Select, TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { Forbidden, PageLayout } from '../../components/page-layout.tsx'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField } from '../../shared/form.ts'
import { longDate, upToTwoDecimals } from '../../shared/format.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { isAdmin, useUser } from '../../shared/session.ts'
import { waitingProgrammesQuery } from './queries.ts'
import { affiliateTexts } from './texts.ts'

const texts = affiliateTexts.approvals

/** Affiliate programmes that wait, for administrators. @rule Q-133 */
export function AffiliateApprovalsPage() {
  return isAdmin(useUser()) ? <WaitingProgrammes /> : <Forbidden title={texts.title} text={texts.forbidden} />
}

function WaitingProgrammes() {
  const waiting = useQuery(waitingProgrammesQuery)
  return (
    <PageLayout title={texts.title} intro={texts.intro}>
      <QueryView query={waiting} errorTitle={texts.loadFailed} empty={<EmptyState text={texts.empty} />}>
        {(list) => (
          <ul className="grid gap-4">
            {list.map((programme) => (
              <WaitingProgrammeRow key={programme.id} programme={programme} />
            ))}
          </ul>
        )}
      </QueryView>
    </PageLayout>
  )
}

function WaitingProgrammeRow({ programme }: { readonly programme: WaitingProgramme }) {
  const { programName, description, commissionRate, accountName, createdAt, actions } = programme
  return (
    <li className="grid min-w-0 gap-2 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <h2 className="font-semibold break-words">{programName}</h2>
      <p className="text-sm break-words text-muted">{texts.since(accountName ?? texts.unknown, longDate(createdAt))}</p>
      {description !== null && <p className="break-words">{description}</p>}
      <p>{affiliateTexts.programs.commission(upToTwoDecimals(commissionRate))}</p>
      {actions.decide.allowed ? (
        <DecideDialog programme={programme} />
      ) : (
        <p className="text-sm text-muted">{actions.decide.message}</p>
      )}
    </li>
  )
}

function DecideDialog({ programme }: { readonly programme: WaitingProgramme }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div>
      <Button small onClick={() => setOpen(true)}>
        {texts.decide}
      </Button>
      <Dialog open={open} onClose={close} title={texts.decideTitle(programme.programName)}>
        <DecideForm programme={programme} onClose={close} />
      </Dialog>
    </div>
  )
}

const options = programmeDecisions.map((value) => ({ value, label: texts.decisions[value] }))
const initialValues: { readonly decision: ProgrammeDecision; readonly reasons: string } = {
  decision: 'approved',
  reasons: '',
}

function DecideForm({ programme, onClose }: { readonly programme: WaitingProgramme; readonly onClose: () => void }) {
  const { id, accountId } = programme
  const { form, pending, submit } = useFormMutation('decideProgramme', {
    initialValues,
    schema: decideProgrammeBody,
    toInput: (body) => ({ params: { accountId, id }, body }),
    invalidates: ['affiliate'],
    successToast: { title: texts.saved },
    onSuccess: onClose,
    failureText: texts.failed,
  })
  return (
    <Form label={texts.decideTitle(programme.programName)} onSubmit={submit} errorCount={form.errorCount}>
      <Select label={texts.decision} options={options} {...bindField(form, 'decision')} />
      <TextArea
        label={texts.reasons}
        hint={texts.reasonsHint}
        {...limitsOf(decideProgrammeBody, 'reasons')}
        {...bindField(form, 'reasons')}
      />
      <FormAlert text={form.formError} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" pending={pending}>
          {texts.save}
        </Button>
      </DialogActions>
    </Form>
  )
}
