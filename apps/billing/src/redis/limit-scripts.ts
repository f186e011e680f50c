/**
 * Each script decides atomically for all processes, in one round trip. Keys of one subject share a hash tag, so that they
 * are in one slot of a cluster. Time is Redis's, because the clocks of replicas differ.
 */

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * KEYS: requests, tokens, calls, counted. ARGV: limits of requests, tokens and calls, tokens of the call, its id, ms of
 * its lease, ms of a window, "1" for a call in the background. Reads before it writes: a full Redis rejects the first
 * write, and nothing has changed. Only a subject at its limit pays for the search for expired slots. Returns `{ verdict,
 * requests used, ms left, tokens used, ms left }`. Verdict 0: admitted; 1 to 3: refused for calls, requests, tokens; 4:
 * admitted without counting, because the call has its slot already.
 */
export const ADMIT = `
${NOW}
local window = tonumber(ARGV[7])
local function take(key, points)
  local used = redis.call('INCRBY', key, points)
  local left = redis.call('PTTL', key)
  if left < 0 then
    redis.call('PEXPIRE', key, window)
    left = window
  end
  return used, left
end
local function look(key)
  local left = redis.call('PTTL', key)
  if left < 0 then left = window end
  return tonumber(redis.call('GET', key) or 0), left
end

local holds = ARGV[8] ~= '1'
if holds then
  local lease = redis.call('ZSCORE', KEYS[3], ARGV[5])
  if lease and tonumber(lease) > now then
    local requests, requests_left = take(KEYS[1], 0)
    local tokens, tokens_left = take(KEYS[2], 0)
    return { 4, requests, requests_left, tokens, tokens_left }
  end
  if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[3]) then
    redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
    if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[3]) then
      local requests, requests_left = look(KEYS[1])
      local tokens, tokens_left = look(KEYS[2])
      return { 1, requests, requests_left, tokens, tokens_left }
    end
  end
end
local requests, requests_left = take(KEYS[1], 1)
if requests > tonumber(ARGV[1]) then
  local tokens, tokens_left = look(KEYS[2])
  return { 2, requests, requests_left, tokens, tokens_left }
end
local tokens, tokens_left = take(KEYS[2], ARGV[4])
if tokens > tonumber(ARGV[2]) and tonumber(ARGV[4]) > 0 then
  return { 3, requests, requests_left, redis.call('DECRBY', KEYS[2], ARGV[4]), tokens_left }
end
if holds then
  redis.call('ZADD', KEYS[3], now + ARGV[6], ARGV[5])
  if redis.call('PTTL', KEYS[3]) < tonumber(ARGV[6]) then redis.call('PEXPIRE', KEYS[3], ARGV[6]) end
  redis.call('SET', KEYS[4], ARGV[4], 'PX', math.max(tokens_left, 1))
end
return { 0, requests, requests_left, tokens, tokens_left }
`;

/**
 * KEYS: tokens, calls, counted. ARGV: id of the call, tokens it used. The counted tokens are stored until their window
 * ends, and corrected once.
 */
export const FINISH = `
local counted = redis.call('GET', KEYS[3])
redis.call('DEL', KEYS[3])
redis.call('ZREM', KEYS[2], ARGV[1])
if counted and redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('INCRBY', KEYS[1], string.format('%.0f', ARGV[2] - counted))
end
return 1
`;

/**
 * KEYS: requests, tokens, calls, counted. ARGV: ms left, at admission, of the call's windows of requests and of tokens; id
 * of the call; tokens of a call in the background. A window with more time left began later, and is not changed.
 */
export const WITHDRAW = `
local function give_back(key, points, left)
  local now_left = redis.call('PTTL', key)
  if now_left > 0 and now_left < left + 1000 then redis.call('DECRBY', key, points) end
end

if tonumber(ARGV[1]) > 0 then give_back(KEYS[1], 1, tonumber(ARGV[1])) end
local counted = redis.call('GET', KEYS[4]) or ARGV[4]
redis.call('DEL', KEYS[4])
redis.call('ZREM', KEYS[3], ARGV[3])
if tonumber(ARGV[2]) > 0 then give_back(KEYS[2], counted, tonumber(ARGV[2])) end
return 1
`;

/**
 * KEYS: calls. ARGV: alternating ids and lease ms. Returns the ids that no longer exist: they were finished elsewhere or
 * have expired.
 */
export const RENEW = `
${NOW}
local gone = {}
for i = 1, #ARGV, 2 do
  if redis.call('ZSCORE', KEYS[1], ARGV[i]) then
    redis.call('ZADD', KEYS[1], now + ARGV[i + 1], ARGV[i])
    if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[i + 1]) then redis.call('PEXPIRE', KEYS[1], ARGV[i + 1]) end
  else
    gone[#gone + 1] = ARGV[i]
  end
end
return gone
`;
