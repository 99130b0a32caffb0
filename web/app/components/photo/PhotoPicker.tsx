import { useState } from 'react'
import { texts } from '../../texts.ts'
import { Button } from '../Button.tsx'
import { Dialog, DialogActions } from '../Dialog.tsx'
import type { PhotoOwner } from './drawing.ts'
import { PhotoPreview } from './PhotoPreview.tsx'
import { PhotoSources } from './PhotoSources.tsx'

const { photos: words } = texts

interface PhotoPickerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** Whose words are said of a file that is too large. */
  readonly owner: PhotoOwner
  /** The photo there is now; null for none. */
  readonly photo: string | null
  /** A `data:` or https address; null for “no photo”. The caller closes the dialog. */
  readonly onSave: (photo: string | null) => void
  readonly saving?: boolean | undefined
}

/** a preview first, saved on confirm (S-10), never without a photo (V-23). */
export function PhotoPicker({ open, onClose, title, ...rest }: PhotoPickerProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <Choosing {...rest} />
    </Dialog>
  )
}

function Choosing({ owner, photo, onSave, saving = false }: Omit<PhotoPickerProps, 'open' | 'onClose' | 'title'>) {
  const [chosen, setChosen] = useState(photo)
  return (
    <div className="grid gap-4">
      <PhotoPreview photo={chosen} shape="picker" />
      <PhotoSources shape="picker" owner={owner} photo={chosen} onPhoto={setChosen} />
      <DialogActions>
        <Button look="secondary" disabled={saving} onClick={() => onSave(null)}>
          {words.none}
        </Button>
        <Button disabled={chosen === null} pending={saving} onClick={() => onSave(chosen)}>
          {words.save}
        </Button>
      </DialogActions>
    </div>
  )
}
