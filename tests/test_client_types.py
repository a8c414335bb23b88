from tools.client_types import TARGET, write_types


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    assert TARGET.read_text() == write_types(), "make types writes them anew"
