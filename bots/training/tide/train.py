"""Learns to play Turn the Tide against itself, its past and given others; README.md has the commands.

One run: many games of 3, 4 and 5 players and both editions side by side, played some tricks at a time; then both
networks learn from the results (proximal policy optimisation; the value of a table knows all hands, a policy only
its seat's knowledge). In part of the games some seats are played by an earlier state or a given player. The result
is the average of the weights over the last while."""
import argparse
import copy
import json
import os
import pathlib
import random
import time

import torch
from torch.nn import functional as F

from fast import POLICY_INPUTS, VALUE_INPUTS, FastGames
from network import CARELESS_POLICY, CARELESS_VALUE, policy_net, value_net, widened, worth

COUNTS = (3, 4, 5)


def parse():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("out")
    p.add_argument("--seconds", type=float, default=60)
    p.add_argument("--first", type=int, default=384)
    p.add_argument("--second", type=int, default=256)
    p.add_argument("--value-first", type=int, help="as --first, for the value")
    p.add_argument("--value-second", type=int, help="as --second, for the value")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--games", type=int, default=8192, help="for each number of players")
    p.add_argument("--tricks", type=int, default=12, help="played before every learning")
    p.add_argument("--batch", type=int, default=65536)
    p.add_argument("--epochs", type=int, default=1)
    p.add_argument("--rate", type=float, default=1e-3)
    p.add_argument("--last-rate", type=float, default=5e-5)
    p.add_argument("--points", type=float, default=0.02, help="what a point is worth in wins at the end")
    p.add_argument("--first-points", type=float, default=0.1, help="the same at the beginning")
    p.add_argument("--entropy", type=float, default=0.004)
    p.add_argument("--first-entropy", type=float, default=0.02)
    p.add_argument("--trace", type=float, default=0.92, help="lambda of the advantages")
    p.add_argument("--pool-share", type=float, default=0.25, help="of the games with others at the table")
    p.add_argument("--pool", nargs="*", default=[], help="given players for the pool")
    p.add_argument("--pool-folder", help="players that appear here while it learns join the pool")
    p.add_argument("--given-share", type=float, default=0.5, help="how often one of these is taken, not the own past")
    p.add_argument("--careless-share", type=float, default=0.0,
                   help="of the games with others at the table who play any card and are known to do so")
    p.add_argument("--load", help="begin with this player")
    p.add_argument("--load-value", help="begin with the value of this player, if not that of --load")
    p.add_argument("--against", nargs="*", default=[], help="only one seat learns, the others are these: a best response")
    p.add_argument("--live", action="store_true", help="read those given with --against or --pool again when they change")
    p.add_argument("--widen", action="store_true", help="make the player that --load names as large as --first says")
    p.add_argument("--cascade", type=float, default=0.5, help="the part of the games in the default edition, in quarters")
    p.add_argument("--warm-up", type=int, default=200, help="so many updates until the rate is reached")
    p.add_argument("--report", type=float, default=20, help="seconds")
    p.add_argument("--keep", type=float, default=0.9995, help="of the mean of the weights, at every step")
    p.add_argument("--no-graph", action="store_true")
    p.add_argument("--plain-steps", action="store_true", help="do not record a step of learning")
    return p.parse_args()


def load_player(file, device):
    saved = torch.load(file, map_location=device)
    policy = policy_net(*saved["policy_sizes"][1:3]).to(device)
    policy.load_state_dict(saved["policy"])
    value = value_net(*saved["value_sizes"][1:3]).to(device)
    value.load_state_dict(saved["value"])
    if not saved.get("tells_careless"):  # these inputs were never on: what they would do was never learned
        with torch.no_grad():
            policy.one.weight[:, CARELESS_POLICY:].zero_()
            value.one.weight[:, CARELESS_VALUE:].zero_()
    return policy, value


def tell_careless(careless, inputs, value_inputs):
    """Marks in the inputs of every seat which of the others are careless, by place after it, and in those of the table."""
    players = careless.shape[1]
    for after in range(1, players):
        inputs[..., CARELESS_POLICY + after - 1].copy_(careless.roll(-after, 1))
    value_inputs[..., CARELESS_VALUE:CARELESS_VALUE + players].copy_(careless)


def choose(net, inputs, device, greedy=False):
    """Places, their log chances, by the inputs, of which the first 60 are the places of the own cards."""
    with torch.autocast(device_type=device, dtype=torch.bfloat16, enabled=device == "cuda"):
        logits = net(inputs.to(torch.bfloat16 if device == "cuda" else torch.float32))
    legal = inputs[..., :60].bool()
    logits = torch.where(legal, logits[..., :60].float(), -1e9)
    if greedy:
        place = logits.argmax(-1)
    else:
        noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-9, 1 - 1e-7)))
        place = torch.where(legal, logits + noise, -1e9).argmax(-1)
    chance = logits.log_softmax(-1).gather(-1, place[..., None])[..., 0]
    return place, chance


class Part:
    """The games of one number of players, and what is noted of some tricks."""

    def __init__(self, players, flags, device):
        self.players, self.flags, self.device = players, flags, device
        n, g, t = players, flags.games, flags.tricks
        self.games = FastGames(g, players, device, flags.seed * 8 + players, flags.cascade)
        self.others = torch.zeros(g, n, dtype=torch.bool, device=device)
        alone = bool(flags.against)
        self.mixed = g if alone else int(g * flags.pool_share)
        self.seat_careless(0 if alone else int(g * flags.careless_share))
        self.inputs, self.value_inputs = self.games.room(t + 1)
        self.place = torch.zeros(t, g, n, dtype=torch.int64, device=device)
        self.chance = torch.zeros(t, g, n, device=device)
        self.learns = torch.zeros(t, g, n, dtype=torch.bool, device=device)
        self.win = torch.zeros(t + 1, g, n, device=device)
        self.later = torch.zeros(t + 1, g, n, device=device)
        self.points = torch.zeros(t, g, n, device=device)
        self.shares = torch.zeros(t, g, n, device=device)
        self.over = torch.zeros(t, g, 1, device=device)
        self.sank = torch.zeros(2, device=device)
        self.won = torch.zeros(2, device=device)  # shares of the one in mixed games, and how many
        self.won_alone = torch.zeros(2, device=device)  # the same where all others are careless

    def seat_careless(self, tables):
        """The last tables keep some careless players for good: one of them to all but one, playing any card always or
        in three of five tricks."""
        n, g, device = self.players, self.flags.games, self.device
        self.careless = torch.zeros(g, n, dtype=torch.bool, device=device)
        self.any_card = torch.zeros(g, 1, device=device)
        self.careless_tables = tables
        if tables == 0:
            return
        lots = torch.rand(tables, n, device=device).argsort(1)
        self.careless[-tables:] = lots < torch.randint(1, n, (tables, 1), device=device)
        self.any_card[-tables:] = torch.where(torch.rand(tables, 1, device=device) < 0.67, 1.0, 0.6)

    def seat_others(self):
        """Draws the other players again: one learns and the rest are others, or one other sits among learners."""
        if self.mixed == 0:
            return
        n, m = self.players, self.mixed
        one = torch.randint(n, (m, 1), device=self.device) == self.games.seat
        if self.flags.against:
            if not getattr(self, "seated", False):  # a best response keeps its seat
                self.others[:m] = ~one
                self.seated = True
        else:
            turned = torch.rand(m, 1, device=self.device) < 0.5
            self.others[:m] = torch.where(turned, one, ~one)

    def play(self, policy, value, other):
        games = self.games
        for t in range(self.flags.tricks):
            self.learns[t].copy_(self.judge(t, value) & ~self.others & ~self.careless)
            inputs = self.inputs[t]
            place, chance = choose(policy, inputs, self.device)
            if self.mixed > 0:
                m = self.mixed
                theirs, _ = choose(other, inputs[:m], self.device)
                place = torch.cat([torch.where(self.others[:m], theirs, place[:m]), place[m:]])
            if self.careless_tables > 0:
                c = self.careless_tables
                now = self.careless[-c:] & (torch.rand_like(chance[-c:]) < self.any_card[-c:])
                place = torch.cat([place[:-c], torch.where(now, random_player(inputs[-c:]), place[-c:])])
            self.place[t].copy_(place)
            self.chance[t].copy_(chance)
            points, ended, over, shares = games.play(place)
            self.points[t].copy_(points)
            self.shares[t].copy_(shares)
            self.over[t].copy_(over[:, None])
            learners = ~self.others & ~self.careless & ended[:, None]
            self.sank += torch.stack([(learners & (points < 0)).sum(), learners.sum()])
            single = over & (self.others.sum(1) == self.players - 1)
            self.won += torch.stack([(shares * ~self.others * single[:, None]).sum(), single.sum().float()])
            alone = over & (self.careless.sum(1) == self.players - 1) & (self.any_card[:, 0] == 1)
            self.won_alone += torch.stack([(shares * ~self.careless * alone[:, None]).sum(), alone.sum().float()])
        self.judge(self.flags.tricks, value)

    def judge(self, t, value):
        shown = (torch.rand(self.games.games, device=self.device) < 0.75).to(torch.uint8)
        can = self.games.tell(shown, self.inputs[t], self.value_inputs[t])
        if self.careless_tables > 0:
            tell_careless(self.careless, self.inputs[t], self.value_inputs[t])
        inputs = self.value_inputs[t]
        with torch.autocast(device_type=self.device, dtype=torch.bfloat16, enabled=self.device == "cuda"):
            out = value(inputs.to(torch.bfloat16 if self.device == "cuda" else torch.float32))
        win, later = worth(out.float(), self.players)
        self.win[t].copy_(win)
        self.later[t].copy_(later)
        return can

    def advantages(self, trace):
        """Of wins and of points, and with them the targets of the value."""
        goes_on = 1 - self.over
        wins, points = torch.zeros_like(self.shares), torch.zeros_like(self.shares)
        win = later = torch.zeros_like(self.shares[0])
        for t in reversed(range(self.flags.tricks)):
            win = self.shares[t] + goes_on[t] * (self.win[t + 1] + trace * win) - self.win[t]
            later = self.points[t] + goes_on[t] * (self.later[t + 1] + trace * later) - self.later[t]
            wins[t], points[t] = win, later
        return wins, points


class Learner:
    """One step of both networks from what came of the tricks; on the accelerator it is recorded once and replayed."""

    def __init__(self, flags, parts, policy, value, params, optimizer, device):
        self.flags, self.parts, self.policy, self.value = flags, parts, policy, value
        self.params, self.optimizer, self.device = params, optimizer, device
        number = lambda: torch.zeros((), device=device)
        self.entropy, self.mean, self.scale = number(), number(), number()
        self.told = torch.zeros(2, device=device)
        # Every seat has a choice in most tricks: about so many of the rows are learned from.
        share = [1 / part.players if flags.against else 1 - 0.5 * (flags.pool_share + flags.careless_share)
                 for part in parts]
        rows = [flags.tricks * flags.games * part.players * s * 0.9 for part, s in zip(parts, share)]
        self.steps = max(1, round(sum(rows) / flags.batch))
        self.sizes = [max(1, int(r / self.steps)) for r in rows]
        self.tables = flags.tricks * flags.games // self.steps
        self.picked = [torch.zeros(size, dtype=torch.int64, device=device) for size in self.sizes]
        self.first_table = torch.arange(self.tables, device=device)
        self.table = torch.zeros(self.tables, dtype=torch.int64, device=device)
        self.gain = [torch.zeros_like(part.chance) for part in parts]
        self.targets = [[torch.zeros_like(part.shares) for _ in range(2)] for part in parts]
        self.graph = None
        self.warm = 0

    def look(self, point):
        """The advantages of all that was played."""
        self.index = []
        for i, part in enumerate(self.parts):
            wins, points = part.advantages(self.flags.trace)
            self.gain[i].copy_(wins + point * (points - points.mean(-1, keepdim=True)))
            t = self.flags.tricks
            self.targets[i][0].copy_(wins + part.win[:t])
            self.targets[i][1].copy_(points + part.later[:t])
            self.index.append(part.learns.reshape(-1).nonzero()[:, 0])
        everything = torch.cat([gain.view(-1)[index] for gain, index in zip(self.gain, self.index)])
        self.scale.copy_(everything.std() + 1e-6)
        self.mean.copy_(everything.mean())

    def begin(self):
        self.orders = []
        for index, size in zip(self.index, self.sizes):
            mixed = index[torch.randperm(len(index), device=self.device)]
            times = -(-self.steps * size // len(mixed))
            self.orders.append(mixed.repeat(times) if times > 1 else mixed)
        return self.steps

    def learn(self, step):
        for picked, order, size in zip(self.picked, self.orders, self.sizes):
            picked.copy_(order[size * step:size * (step + 1)])
        torch.add(self.first_table, self.tables * step, out=self.table)
        if self.device != "cuda" or self.flags.no_graph or self.flags.plain_steps:
            self.optimizer.zero_grad(set_to_none=True)
            return self.step()
        if self.graph is None and self.warm < 3:
            self.warm += 1
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                self.optimizer.zero_grad(set_to_none=True)
                self.step()
            torch.cuda.current_stream().wait_stream(stream)
            return
        if self.graph is None:
            self.graph = torch.cuda.CUDAGraph()
            self.optimizer.zero_grad(set_to_none=True)
            with torch.cuda.graph(self.graph):
                self.step()
        self.graph.replay()

    def rows(self, inputs, width, index):
        """Rows of bytes, fetched as words."""
        return inputs.view(-1, width).view(torch.int64)[index].view(torch.uint8)

    def step(self):
        t = self.flags.tricks
        cuda = self.device == "cuda"
        kind = torch.bfloat16 if cuda else torch.float32
        inputs = torch.cat([self.rows(part.inputs[:t], POLICY_INPUTS, picked)
                            for part, picked in zip(self.parts, self.picked)])
        place, chance, gain = (torch.cat([x.view(-1)[picked] for x, picked in zip(all_, self.picked)])
                               for all_ in ([part.place for part in self.parts], [part.chance for part in self.parts], self.gain))
        gain = ((gain - self.mean) / self.scale).clamp(-6, 6)
        value_loss = 0
        with torch.autocast(device_type=self.device, dtype=torch.bfloat16, enabled=cuda, cache_enabled=False):
            logits = self.policy(inputs.to(kind))
            tables = torch.cat([self.rows(part.value_inputs[:t], VALUE_INPUTS, self.table) for part in self.parts])
            outs = self.value(tables.to(kind)).float()
        for i, part in enumerate(self.parts):
            n = part.players
            out = outs[self.tables * i:self.tables * (i + 1)]
            shares, points = (x.view(-1, n)[self.table] for x in self.targets[i])
            value_loss = value_loss - (shares * out[:, :n].log_softmax(-1)).sum(-1).mean()
            value_loss = value_loss + 0.5 * F.mse_loss(out[:, 5:5 + n], points / 4)
        logits = torch.where(inputs[:, :60].bool(), logits[:, :60].float(), -1e9)
        chances = logits.log_softmax(-1)
        new = chances.gather(-1, place[:, None])[:, 0]
        ratio = (new - chance).exp()
        policy_loss = -torch.minimum(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
        spread = -(chances.exp() * chances.clamp(min=-30)).sum(-1).mean()
        loss = policy_loss - self.entropy * spread + value_loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.params, 1.0)
        self.optimizer.step()
        self.told[0].copy_(spread.detach())
        self.told[1].copy_(value_loss.detach())


def match(one, rest, players, games, device, seed=None, known_careless=False, cascade=1.0):
    """Share of wins of the one against a table of the others, its error, and how often each goes under in a round. The one
    may know that the others are careless. `cascade` is the part of the games in the default edition."""
    with torch.no_grad():
        table = FastGames(games, players, device, random.getrandbits(32) if seed is None else seed, cascade)
        is_one = (table.row % players)[:, None] == table.seat
        done = torch.zeros(games, dtype=torch.bool, device=device)
        share = torch.zeros(games, device=device)
        sank = torch.zeros(2, 2, device=device)
        shown = torch.zeros(games, dtype=torch.uint8, device=device)
        inputs, value_inputs = table.room()
        for _ in range(players * 12):
            table.tell(shown, inputs, value_inputs)
            if known_careless:
                tell_careless(~is_one, inputs, value_inputs)
            points, ended, over, shares = table.play(torch.where(is_one, one(inputs), rest(inputs)))
            counts = ended & ~done
            for i, who in enumerate((is_one, ~is_one)):
                sank[i] += torch.stack([((points < 0) & who & counts[:, None]).sum(), (who & counts[:, None]).sum()])
            share = torch.where(over & ~done, (shares * is_one).sum(1), share)
            done |= over
        return share.mean().item(), 1.96 * share.std().item() / games ** 0.5, (sank[:, 0] / sank[:, 1]).tolist()


def player_of(net, device):
    return lambda inputs: choose(net, inputs, device)[0]


def random_player(inputs):
    return (inputs[..., :60].float() * torch.rand(inputs[..., :60].shape, device=inputs.device)).argmax(-1)


def rule_of_thumb(inputs):
    low, high, tide = (inputs[..., at:at + 12].long().sum(-1) for at in (995, 1007, 721))
    wants = ((tide > low) & ((high - low <= 3) | (tide - low >= 5))) | (low == 1) | ((tide == 0) & (low <= 6))
    own = inputs[..., :60].float()
    order = torch.arange(1, 61, device=inputs.device).float()
    return torch.where(wants, (own * order).argmax(-1), (own * (61 - order)).argmax(-1))


def save(file, policy, value):
    """Whole or not at all: others may read it meanwhile."""
    torch.save({"policy": policy.state_dict(), "value": value.state_dict(), "policy_sizes": policy.sizes,
                "value_sizes": value.sizes, "tells_careless": True}, file + ".new")
    os.replace(file + ".new", file)


def main():
    flags = parse()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(flags.seed)
    random.seed(flags.seed)
    if device == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = True
    if flags.load:
        policy, value = load_player(flags.load, device)
        if flags.load_value:
            value = load_player(flags.load_value, device)[1]
        if flags.widen:
            policy = widened(policy, flags.first, flags.second)
            value = widened(value, flags.value_first or flags.first, flags.value_second or flags.second)
    else:
        policy = policy_net(flags.first, flags.second).to(device)
        value = value_net(flags.value_first or flags.first, flags.value_second or flags.second).to(device)
    kept, kept_value = copy.deepcopy(policy), copy.deepcopy(value)
    files = flags.against or flags.pool
    given = [load_player(file, device)[0] for file in files]
    written = [os.stat(file).st_mtime for file in files]
    taken = set()
    # A pool of networks of one shape each can be swapped into a graph.
    others = {}
    past = [] if flags.against else [copy.deepcopy(kept.state_dict())]
    parts = [Part(players, flags, device) for players in COUNTS]
    params = list(policy.parameters()) + list(value.parameters())
    rate_now = torch.tensor(flags.rate, device=device)
    if device == "cuda":
        optimizer = torch.optim.Adam(params, lr=rate_now, eps=1e-5, fused=True, capturable=True)
        optimizer.param_groups[0]["lr"] = rate_now
    else:
        optimizer = torch.optim.Adam(params, lr=flags.rate, eps=1e-5)
    learner = Learner(flags, parts, policy, value, params, optimizer, device)
    graphs = {}

    def play_all(other):
        with torch.no_grad():
            for part in parts:
                part.play(policy, value, other)

    def rollout(other):
        if device != "cuda" or flags.no_graph:
            return play_all(other)
        if other.sizes not in graphs:
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                play_all(other)
            torch.cuda.current_stream().wait_stream(stream)
            graphs[other.sizes] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graphs[other.sizes]):
                play_all(other)
        graphs[other.sizes].replay()

    begin = time.time()
    reported, next_past, iterations, updates, spent = begin, begin + 5, 0, 0, [0.0, 0.0]
    log = open(flags.out + ".log", "w")
    while True:
        now = time.time()
        done = min(1.0, (now - begin) / flags.seconds)
        if done >= 1:
            break
        cool = 1 - done
        rate = flags.last_rate + (flags.rate - flags.last_rate) * cool
        rate *= min(1.0, (updates + 1) / max(1, flags.warm_up))
        rate_now.fill_(rate)
        if device != "cuda":
            optimizer.param_groups[0]["lr"] = rate
        early = max(0.0, 1 - 3 * done)
        point = flags.points + (flags.first_points - flags.points) * early
        entropy = flags.entropy + (flags.first_entropy - flags.entropy) * max(0.0, 1 - 1.5 * done)
        if flags.pool_folder and iterations % 50 == 0:
            for file in sorted(pathlib.Path(flags.pool_folder).glob("*.pt")):
                if file.name not in taken:
                    taken.add(file.name)
                    given.append(load_player(file, device)[0])
                    print(f"{file.name} joins the pool", flush=True)
        if flags.live and iterations % 50 == 0:
            for i, file in enumerate(files):
                now_written = os.stat(file).st_mtime
                if now_written != written[i]:
                    given[i].load_state_dict(load_player(file, device)[0].state_dict())
                    written[i] = now_written
        if given and (flags.against or random.random() < flags.given_share or not past):
            picked = random.choice(given)
            weights = picked.state_dict()
        else:
            picked, weights = policy, random.choice(past)
        if picked.sizes not in others:
            others[picked.sizes] = copy.deepcopy(picked)
        other = others[picked.sizes]
        other.load_state_dict(weights)
        for part in parts:
            part.seat_others()
        rollout(other)
        if device == "cuda" and iterations % 50 == 0:
            torch.cuda.synchronize()
            spent[0] = time.time() - now
        learner.look(point)
        learner.entropy.fill_(entropy)
        for _ in range(flags.epochs):
            for step in range(learner.begin()):
                learner.learn(step)
                updates += 1
                keep = min(flags.keep, 1 - 1 / (1 + 0.2 * updates))
                with torch.no_grad():
                    for mean_net, net in ((kept, policy), (kept_value, value)):
                        torch._foreach_lerp_(list(mean_net.parameters()), list(net.parameters()), 1 - keep)
        iterations += 1
        if not flags.against and time.time() > next_past:
            past.append(copy.deepcopy(kept.state_dict()))
            if len(past) > 24:
                del past[random.randrange(0, len(past) - 8)]
            next_past = time.time() + max(5, flags.seconds / 60)
        if time.time() - reported > flags.report:
            reported = time.time()
            won = [(part.won[0] / part.won[1].clamp(min=1)).item() for part in parts]
            sank = [(part.sank[0] / part.sank[1].clamp(min=1)).item() for part in parts]
            alone = [(part.won_alone[0] / part.won_alone[1].clamp(min=1)).item() for part in parts]
            for part in parts:
                part.won.zero_()
                part.won_alone.zero_()
                part.sank.zero_()
            line = {"seconds": round(reported - begin), "iterations": iterations, "updates": updates,
                    "one_in_mixed": [round(w, 4) for w in won], "among_careless": [round(w, 4) for w in alone], "sank": [round(s, 4) for s in sank],
                    "entropy": round(learner.told[0].item(), 3), "value_loss": round(learner.told[1].item(), 4),
                    "gain": round(learner.scale.item(), 4), "rollout_s": round(spent[0], 4)}
            if not flags.against:
                mine = player_of(kept, device)
                size = 3000 if device == "cuda" else 120
                line["random"] = [round(match(mine, random_player, n, size, device)[0], 3) for n in COUNTS]
                line["known"] = [round(match(mine, random_player, n, size, device, known_careless=True)[0], 3) for n in COUNTS]
                line["first"] = [round(match(mine, player_of_weights(past[0], policy, device), n, size, device)[0], 3)
                                 for n in COUNTS]
            text = json.dumps(line)
            print(text, flush=True)
            log.write(text + "\n")
            log.flush()
            save(flags.out, kept, kept_value)
    save(flags.out, kept, kept_value)
    print(f"{flags.out}: {iterations} iterations, {updates} updates, {time.time() - begin:.0f} s", flush=True)


def player_of_weights(weights, like, device):
    net = copy.deepcopy(like)
    net.load_state_dict(weights)
    return player_of(net, device)


if __name__ == "__main__":
    main()
