import { z } from 'zod'
import { photoAddress } from '../../../contract/fields.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Form } from '../../components/Form.tsx'
import { Picture } from '../../components/Picture.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { bind, useForm } from '../../shared/form.ts'
import { texts } from '../../texts.ts'

const { profile } = texts
const { photo: words } = profile

interface PhotoDialogProps {
  readonly photo: string | null
  readonly pending: boolean
  /** Null takes the photo away. */
  readonly onSave: (photo: string | null) => void
  readonly onClose: () => void
}

/** A photo by its address: seen first, then saved. */
export function PhotoDialog({ photo, pending, onSave, onClose }: PhotoDialogProps) {
  const form = useForm({ photo: photo ?? '' }, z.strictObject({ photo: photoAddress }), (values) => values)
  const { photo: typed } = form.values
  const seen = photoAddress.safeParse(typed)
  const submit = () => {
    const chosen = form.check()
    if (chosen !== null) onSave(chosen.photo)
  }
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <Form label={words.title} onSubmit={submit} faults={form.faults}>
        {seen.success && <Picture key={seen.data} src={seen.data} />}
        <TextInput label={words.url} hint={profile.photoHint} inputMode="url" required {...bind(form, 'photo')} />
        <DialogActions>
          <Button look="secondary" disabled={pending} onClick={() => onSave(null)}>
            {words.none}
          </Button>
          <Button type="submit" disabled={typed.trim() === ''} pending={pending} pendingText={profile.saving}>
            {words.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
