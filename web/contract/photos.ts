import { z } from 'zod'
import { call } from './call.ts'
import { notAPicture } from './fields.ts'

export const photoCalls = {
  uploadPhoto: call({
    method: 'POST',
    path: '/api/upload/photo',
    says: 'Takes a JPEG, PNG or WebP of at most 5 MB and answers where it is shown; unused, it is gone in a day',
    who: 'signed-in',
    body: z.strictObject({
      photo: z.file(notAPicture),
      /** V-71: what it is for; both are drawn alike. */
      type: z.enum(['profile', 'business']),
    }),
    answer: z.object({ url: z.string() }),
    status: 201,
    limit: 'upload',
    csrf: true,
    pictures: true,
    multipart: true,
  }),
  photo: call({
    method: 'GET',
    path: '/api/photos/:id',
    says: 'A photo that was handed in, by the address nobody can guess',
    who: 'anyone',
    params: z.object({ id: z.string().regex(/^[\w-]{43}$/, 'Identificativo non valido') }),
    answer: z.string().meta({ description: 'JPEG', format: 'binary' }),
    jpeg: true,
  }),
}
