import { once } from 'node:events'
import { request } from 'node:http'

/** One request with nothing around it: a fresh connection, the whole answer read. */
export async function rawRequest(
  url: string,
  token: string,
  method: 'GET' | 'POST',
  body: string,
): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': body.length,
  }
  const call = request(url, { agent: false, headers, method })
  call.end(body)
  const [answer] = await once(call, 'response')
  await once(answer.resume(), 'end')
}
