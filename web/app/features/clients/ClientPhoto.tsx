import { useState } from 'react'
import type { BusinessClient } from '../../../contract/clients.ts'
import { clientPhotosBody } from '../../../contract/clients.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Notice } from '../../components/Notice.tsx'
import { ClientPhotos } from '../../components/photo/ClientPhotos.tsx'
import { showToast } from '../../components/toast.ts'
import { given, useForm } from '../../shared/form.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { clients: words } = texts

interface ClientPhotoProps {
  readonly client: BusinessClient
}

/** a business changes a client's photos, if the client has agreed to it. */
export function ClientPhoto({ client }: ClientPhotoProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="secondary" small onClick={() => setOpen(true)}>
        {words.photo}
        <span className="sr-only"> {client.name}</span>
      </Button>
      <Dialog open={open} onClose={close} title={words.photoTitle(client.name)}>
        {client.photoConsent ? <Photos client={client} onClose={close} /> : <Notice>{words.photoNoConsent}</Notice>}
      </Dialog>
    </>
  )
}

function Photos({ client, onClose }: ClientPhotoProps & { readonly onClose: () => void }) {
  const { form, pending, refusal, submit } = useClientPhotos(client, onClose)
  return (
    <Form label={words.photoTitle(client.name)} onSubmit={submit} faults={form.faults}>
      <p className="text-sm text-muted">{words.photoTold}</p>
      <ClientPhotos values={form.values} onText={form.set} errorOf={form.errorOf} />
      <FormAlert text={refusal} />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.kit.cancel}
        </Button>
        <Button type="submit" pending={pending}>
          {words.photoSave}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** Only what was changed is sent. */
const useClientPhotos = (client: BusinessClient, onSaved: () => void) => {
  const before = {
    profilePhoto: client.profilePhoto ?? '',
    socialPhotoUrl: client.socialPhotoUrl ?? '',
    socialPhotoSource: client.socialPhotoSource ?? '',
  }
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(before, clientPhotosBody, (now) => ({
    ...(now.profilePhoto === before.profilePhoto ? {} : { profilePhoto: given(now.profilePhoto) ?? null }),
    ...(now.socialPhotoUrl === before.socialPhotoUrl && now.socialPhotoSource === before.socialPhotoSource
      ? {}
      : {
          socialPhotoUrl: given(now.socialPhotoUrl) ?? null,
          socialPhotoSource: given(now.socialPhotoSource) ?? null,
        }),
  }))
  const saving = useWrite('changeClientPhotos', {
    refreshes: ['clients', 'ratings'],
    onDone: () => {
      showToast({ title: words.photoSaved })
      onSaved()
    },
    onRefused: (error) => {
      form.refuse(error)
      setRefusal(said(error, words.photoFailed))
      showToast({ tone: 'bad', title: words.photoFailedTitle, text: words.photoFailed })
    },
  })
  const submit = () => {
    const unchanged = Object.entries(before).every(
      ([field, value]) => form.values[field as keyof typeof before] === value,
    )
    if (unchanged) return onSaved()
    form.whenSound((body) => saving.mutate({ params: { clientId: client.id }, body }))
  }
  return { form, pending: saving.isPending, refusal, submit }
}
