// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PhotoPicker } from '../../../../web/app/components/photo/photo-picker.tsx'
import { cropOf } from '../../../../web/app/components/photo/resize-photo.ts'
import { stubCanvas } from '../support/canvas.ts'
import { photoTexts } from '../../../../web/app/components/photo/texts.ts'

afterEach(cleanup)

const pick = async (photo: string | null = null) => {
  const onSave = vi.fn<(photo: string | null) => void>()
  const onClose = vi.fn<() => void>()
  render(<PhotoPicker open title="Foto" owner="business" photo={photo} onSave={onSave} onClose={onClose} />)
  await screen.findByRole('dialog')
  return { onSave, onClose, user: userEvent.setup({ applyAccept: false }) }
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: photoTexts.save })
const image = (size = 10, type = 'image/png') => new File([new Uint8Array(size)], 'foto.png', { type })
const alerted = async (text: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))

describe('photo size (C-13)', () => {
  it('is at most 400 along the longest side in the picker', () => {
    expect(cropOf({ width: 1600, height: 900 }, 'picker').to).toEqual({ width: 400, height: 225 })
    expect(cropOf({ width: 30, height: 3000 }, 'picker').to).toEqual({ width: 4, height: 400 })
    expect(cropOf({ width: 1, height: 3000 }, 'picker').to).toEqual({ width: 1, height: 400 })
  })
  it('is a centred 400 by 400 square for a client', () =>
    expect(cropOf({ width: 1600, height: 900 }, 'client')).toEqual({
      from: { x: 350, y: 0, width: 900, height: 900 },
      to: { width: 400, height: 400 },
    }))
})

describe('the photo picker (R-22)', () => {
  it('T-082: has the tabs Camera, Gallery and URL', async () => {
    await pick()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Camera', 'Gallery', 'URL'])
  })

  it('V-23, S-10: previews the choice and saves it on confirmation', async () => {
    stubCanvas({ width: 1600, height: 900 })
    const { user, onSave } = await pick()
    expect(save().disabled).toBe(true)
    await user.upload(screen.getByLabelText(photoTexts.file), image())
    const preview = await screen.findByAltText<HTMLImageElement>(photoTexts.preview)
    expect(onSave).not.toHaveBeenCalled()
    await user.click(save())
    expect(onSave.mock.calls).toEqual([[preview.src]])
    expect(atob(preview.src.split(',')[1] ?? '')).toBe('400x225 image/jpeg 0.7')
  })

  it('T-083: saves no photo with “no photo”', async () => {
    const { user, onSave } = await pick('https://example.it/a.jpg')
    await user.click(screen.getByRole('button', { name: photoTexts.none }))
    expect(onSave.mock.calls).toEqual([[null]])
  })

  it('Q-88: accepts https addresses only', async () => {
    const { user, onSave } = await pick()
    await user.click(screen.getByRole('tab', { name: 'URL' }))
    const field = screen.getByLabelText(photoTexts.url)
    await user.type(field, 'http://example.it/a.jpg')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(save().disabled).toBe(true)
    await user.clear(field)
    await user.type(field, 'https://example.it/a.jpg')
    expect(screen.getByAltText(photoTexts.preview).getAttribute('referrerpolicy')).toBe('no-referrer')
    await user.click(save())
    expect(onSave.mock.calls).toEqual([['https://example.it/a.jpg']])
  })

  it.each([
    ['V-22', image(10, 'application/pdf'), 'Seleziona un file immagine valido.'],
    ['V-20, T-067, Q-107', image(5 * 1024 * 1024 + 1), 'Foto troppo grande'],
    ['T-086', image(), "Errore nel caricamento dell'immagine."],
  ])('%s: explains why a file is rejected', async (_, file, text) => {
    stubCanvas(null)
    const { user } = await pick()
    await user.upload(screen.getByLabelText(photoTexts.file), file)
    await alerted(text)
    expect(save().disabled).toBe(true)
  })
})

describe('the camera (R-22)', () => {
  const camera = (getUserMedia: (() => Promise<unknown>) | null) =>
    Object.defineProperty(navigator, 'mediaDevices', {
      configurable: true,
      value: getUserMedia === null ? undefined : { getUserMedia },
    })
  afterEach(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
  const live = (stop: () => void) => {
    // happy-dom accepts no foreign streams
    vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue()
    return { getTracks: () => [{ stop }] }
  }
  const refusing = (name: string) => async () => {
    throw new DOMException('no', name)
  }
  const start = async () => {
    const shown = await pick()
    await shown.user.click(screen.getByRole('tab', { name: 'Camera' }))
    await shown.user.click(screen.getByRole('button', { name: photoTexts.camera.start }))
    return shown
  }

  it.each([
    ['was refused', refusing('NotAllowedError'), photoTexts.camera.refused],
    ['is not there', refusing('NotFoundError'), photoTexts.camera.missing],
    ['is busy', refusing('NotReadableError'), photoTexts.camera.failed],
    ['cannot be on a page like this', null, photoTexts.camera.missing],
  ])('explains in Italian when it %s', async (_, getUserMedia, text) => {
    camera(getUserMedia)
    await start()
    await alerted(text)
  })

  it('is switched off when its tab is left, even when enabled too late', async () => {
    const stop = vi.fn<() => void>()
    camera(async () => live(stop))
    const { user } = await start()
    await screen.findByRole('button', { name: photoTexts.camera.shoot })
    await user.click(screen.getByRole('tab', { name: 'Gallery' }))
    expect(stop).toHaveBeenCalledTimes(1)
    let letIn: (stream: unknown) => void = () => undefined
    camera(() => new Promise((resolve) => (letIn = resolve)))
    await user.click(screen.getByRole('tab', { name: 'Camera' }))
    await user.click(screen.getByRole('button', { name: photoTexts.camera.start }))
    await user.click(screen.getByRole('tab', { name: 'Gallery' }))
    letIn(live(stop))
    await waitFor(() => expect(stop).toHaveBeenCalledTimes(2))
  })
})
