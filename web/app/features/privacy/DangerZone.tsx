import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '../../../contract/endpoints.ts'
import { Button, LinkButton } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { PasswordInput } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { buttonStyle } from '../../components/styles.ts'
import { type ApiError, errorMessage } from '../../shared/api-error.ts'
import { bindField, useForm } from '../../shared/form.ts'
import { downloadProvenExport } from './proven-export.ts'
import { accountDeletionTexts } from './texts.ts'

const { path: exportPath } = endpoints.exportData

/** Downloads the data export. @rule Q-93 */
export function DataExport() {
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{accountDeletionTexts.export.title}</h3>
      <p className="text-sm text-muted">{accountDeletionTexts.export.text}</p>
      <p className="flex flex-wrap gap-3">
        <a href={`${exportPath}?format=json`} download className={buttonStyle('secondary', true)}>
          {accountDeletionTexts.export.json}
        </a>
        <a href={`${exportPath}?format=csv`} download className={buttonStyle('secondary', true)}>
          {accountDeletionTexts.export.csv}
        </a>
        <ProvenExport />
      </p>
    </div>
  )
}

const passwordOnly = endpoints.deleteAccount.body.pick({ password: true })

/** @rule D-63 the export with proofs takes the password again */
function ProvenExport() {
  const [open, setOpen] = useState(false)
  const texts = accountDeletionTexts.export
  return (
    <>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        {texts.proven}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={texts.provenTitle} description={texts.provenText}>
        <ProvenExportForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function ProvenExportForm({ onClose }: { readonly onClose: () => void }) {
  const texts = accountDeletionTexts.export
  const form = useForm({ password: '' }, passwordOnly, (values) => values)
  const { mutate, isPending } = useMutation<void, ApiError, string>({
    mutationFn: downloadProvenExport,
    onSuccess: onClose,
    onError: (error) => form.showFormError(error, errorMessage(error, texts.failed)),
  })
  return (
    <Form
      label={texts.provenTitle}
      errorCount={form.errorCount}
      onSubmit={() => form.submitIfValid(({ password }) => mutate(password))}
    >
      <PasswordInput
        label={texts.password}
        hint={texts.passwordHint}
        autoComplete="current-password"
        {...bindField(form, 'password')}
      />
      <FormAlert text={form.formError} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" pending={isPending}>
          {texts.download}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** Export and deletion, for both kinds of account. @rule P-17 Q-36 Q-93 */
export function DangerZone() {
  return (
    <Card title={accountDeletionTexts.dangerZone.title}>
      <div className="grid gap-5">
        <DataExport />
        <div className="grid gap-2">
          <p className="text-sm text-muted">{accountDeletionTexts.dangerZone.text}</p>
          <p>
            <LinkButton to="/account-deletion" variant="danger">
              {accountDeletionTexts.dangerZone.link}
            </LinkButton>
          </p>
        </div>
      </div>
    </Card>
  )
}
