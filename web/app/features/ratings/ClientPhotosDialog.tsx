import { useState } from 'react'
import { type BusinessClient, clientPhotosBody } from '../../../contract/ratings/clients.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { Notice } from '../../components/feedback.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { ClientPhotoFields } from '../../components/photo/client-photo-fields.tsx'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { blankToUndefined } from '../../shared/form.ts'
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
  const { form, pending, submit } = useClientPhotosForm(client, onClose)
  return (
    <Form label={clientTexts.photoTitle(client.name)} onSubmit={submit} errorCount={form.errorCount}>
      <p className="text-sm text-muted">{clientTexts.photoNotice}</p>
      <ClientPhotoFields values={form.values} onText={form.set} errorOf={form.errorOf} />
      <FormAlert text={form.formError} />
      <DialogActions onCancel={onClose}>
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
  const { form, pending, submit } = useFormMutation('changeClientPhotos', {
    initialValues: initial,
    schema: clientPhotosBody,
    toBody: (values) => ({
      ...(values.profilePhoto === initial.profilePhoto
        ? {}
        : { profilePhoto: blankToUndefined(values.profilePhoto) ?? null }),
      ...(values.socialPhotoUrl === initial.socialPhotoUrl && values.socialPhotoSource === initial.socialPhotoSource
        ? {}
        : {
            socialPhotoUrl: blankToUndefined(values.socialPhotoUrl) ?? null,
            socialPhotoSource: blankToUndefined(values.socialPhotoSource) ?? null,
          }),
    }),
    toInput: (body) => ({ params: { clientId: client.id }, body }),
    invalidates: ['clients', 'ratings'],
    successToast: { title: clientTexts.photoSaved },
    onSuccess: onSaved,
    failureText: clientTexts.photoFailed,
    failureToast: () => ({ tone: 'bad', title: clientTexts.photoFailedTitle, text: clientTexts.photoFailed }),
  })
  const unchanged = Object.entries(initial).every(
    ([field, value]) => form.values[field as keyof typeof initial] === value,
  )
  return { form, pending, submit: unchanged ? onSaved : submit }
}
