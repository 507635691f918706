"""The same games on the accelerator and on the processor: equal states and inputs, trick by trick."""
import torch

from fast import FastGames


def main():
    for players in (3, 4, 5):
        tables = [FastGames(500, players, device, 7) for device in ("cuda", "cpu")]
        for trick in range(80):
            told = []
            for table in tables:
                inputs, value_inputs = table.room()
                shown = (table.row % 2).to(torch.uint8)
                can = table.tell(shown, inputs, value_inputs)
                told.append((table.state.cpu(), inputs.cpu(), value_inputs.cpu(), can.cpu()))
            inside = told[1][1][..., 720:721]  # seats that are out need no inputs
            for i, (one, two) in enumerate(zip(*told)):
                assert torch.equal(one & inside if i == 1 else one, two & inside if i == 1 else two), (players, trick, i)
            lots = torch.rand(500, players, 60) * told[1][1][..., :60]
            place = lots.argmax(-1)
            for table in tables:
                table.play(place.to(table.device))
    print("the accelerator plays as the processor does")


if __name__ == "__main__":
    main()
