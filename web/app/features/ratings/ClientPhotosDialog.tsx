import { useState } from 'react'
import { type BusinessClient, clientPhotosBody } from '../../../contract/ratings/clients.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { Notice } from '../../components/feedback.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { ClientPhotoFields } from '../../components/photo/client-photo-fields.tsx'
import { showToast } from '../../components/toast.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { blankToUndefined, useForm } from '../../shared/form.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { componentTexts } from '../../components/texts.ts'
import { clientTexts } from './clients.texts.ts'

interface ClientPhotosDialogProps {
  readonly client: BusinessClient
}

/** Changes a client's photos on behalf of a business. @rule R-57 @rule Q-89 requires the client's consent */
export function ClientPhotosDialog({ client }: ClientPhotosDialogProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        {clientTexts.photo}
        <span className="sr-only"> {client.name}</span>
      </Button>
      <Dialog open={open} onClose={close} title={clientTexts.photoTitle(client.name)}>
        {client.photoConsent ? (
          <ClientPhotosForm client={client} onClose={close} />
        ) : (
          <Notice>{clientTexts.photoNoConsent}</Notice>
        )}
      </Dialog>
    </>
  )
}

function ClientPhotosForm({ client, onClose }: ClientPhotosDialogProps & { readonly onClose: () => void }) {
  const { form, pending, serverError, submit } = useClientPhotosForm(client, onClose)
  return (
    <Form label={clientTexts.photoTitle(client.name)} onSubmit={submit} errorCount={form.errorCount}>
      <p className="text-sm text-muted">{clientTexts.photoNotice}</p>
      <ClientPhotoFields values={form.values} onText={form.set} errorOf={form.errorOf} />
      <FormAlert text={serverError} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {componentTexts.cancel}
        </Button>
        <Button type="submit" pending={pending}>
          {clientTexts.photoSave}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** Sends changed fields only. */
const useClientPhotosForm = (client: BusinessClient, onSaved: () => void) => {
  const initial = {
    profilePhoto: client.profilePhoto ?? '',
    socialPhotoUrl: client.socialPhotoUrl ?? '',
    socialPhotoSource: client.socialPhotoSource ?? '',
  }
  const [serverError, setServerError] = useState<string>()
  const form = useForm(initial, clientPhotosBody, (values) => ({
    ...(values.profilePhoto === initial.profilePhoto
      ? {}
      : { profilePhoto: blankToUndefined(values.profilePhoto) ?? null }),
    ...(values.socialPhotoUrl === initial.socialPhotoUrl && values.socialPhotoSource === initial.socialPhotoSource
      ? {}
      : {
          socialPhotoUrl: blankToUndefined(values.socialPhotoUrl) ?? null,
          socialPhotoSource: blankToUndefined(values.socialPhotoSource) ?? null,
        }),
  }))
  const saving = useApiMutation('changeClientPhotos', {
    invalidates: ['clients', 'ratings'],
    onSuccess: () => {
      showToast({ title: clientTexts.photoSaved })
      onSaved()
    },
    onError: (error) => {
      form.showServerError(error)
      setServerError(errorMessage(error, clientTexts.photoFailed))
      showToast({ tone: 'bad', title: clientTexts.photoFailedTitle, text: clientTexts.photoFailed })
    },
  })
  const submit = () => {
    const unchanged = Object.entries(initial).every(
      ([field, value]) => form.values[field as keyof typeof initial] === value,
    )
    if (unchanged) return onSaved()
    form.submitIfValid((body) => saving.mutate({ params: { clientId: client.id }, body }))
  }
  return { form, pending: saving.isPending, serverError, submit }
}
